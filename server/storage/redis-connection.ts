import { createRequire } from "node:module";
import type { Redis } from "ioredis";

/** The connection to the Redis that the instances share. */
export interface RedisLink {
  /** Commands settle within two seconds, and reject at once while Redis is unreachable. */
  client: Redis;
  isUp: () => boolean;
  /** Resolves when Redis is connected, or after three seconds. Never rejects. */
  ready: () => Promise<void>;
  /** A connection without a timeout, for a worker or a subscriber. Its owner closes it. */
  connectPatiently: () => Redis;
  close: () => void;
}

/** Loaded on first use: an instance without Redis starts without it. */
const ioredis = (): typeof import("ioredis") => createRequire(import.meta.url)("ioredis");

const COMMAND_TIMEOUT_MS = 2_000;
const READY_TIMEOUT_MS = 3_000;
const retryDelayMs = (times: number) => Math.min(times * 100, 1_000);

/** The URL without user and password, for logs. */
export function maskedRedisUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** An error of Redis without the command's arguments, which may be personal data or a password. */
export class RedisError extends Error {
  override name = "RedisError";
}

export function redisError(error: unknown): RedisError {
  const message = error instanceof Error ? error.message : String(error);
  return new RedisError(`redis: ${message.split(", with args")[0]}`);
}

/** Rejects at once while Redis is down, where a client might wait for it. */
export async function whenUp<Result>(
  link: Pick<RedisLink, "isUp">,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!link.isUp()) throw redisError("away");
  try {
    return await work();
  } catch (error) {
    throw redisError(error);
  }
}

/** Called once for each disconnection, with its error, and for each reconnection. */
type ChangeListener = (state: "up" | "lost", error: Error | null) => void;

/** Connects, and reconnects until it is closed. */
export function openRedisLink({
  url,
  onChange,
}: {
  url: string;
  onChange: ChangeListener;
}): RedisLink {
  const { Redis } = ioredis();
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    retryStrategy: retryDelayMs,
    commandTimeout: COMMAND_TIMEOUT_MS,
    connectTimeout: COMMAND_TIMEOUT_MS,
  });
  const stopReporting = reportChanges(client, onChange);
  return {
    client,
    isUp: () => client.status === "ready",
    ready: () => readyOrTimeout(client),
    connectPatiently: () => {
      const connection = new Redis(url, {
        maxRetriesPerRequest: null,
        retryStrategy: retryDelayMs,
      });
      // The link reports the same error.
      connection.on("error", () => {});
      return connection;
    },
    close: () => {
      stopReporting();
      client.disconnect();
    },
  };
}

function reportChanges(client: Redis, onChange: ChangeListener): () => void {
  let isLost = false;
  let isStopped = false;
  let lastError: Error | null = null;
  client.on("error", (error: unknown) => {
    lastError = redisError(error);
  });
  client.on("close", () => {
    if (isLost || isStopped) return;
    isLost = true;
    onChange("lost", lastError);
  });
  client.on("ready", () => {
    if (isLost) onChange("up", null);
    isLost = false;
    lastError = null;
  });
  return () => {
    isStopped = true;
  };
}

function readyOrTimeout(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    if (client.status === "ready") return resolve();
    const timer = setTimeout(resolve, READY_TIMEOUT_MS);
    client.once("ready", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
