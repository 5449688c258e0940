import { createRequire } from "node:module";
import type { Redis } from "ioredis";

/** The connection to the Redis that several instances share. */
export interface RedisLink {
  /** Answers or rejects within two seconds; rejects at once while Redis is away. */
  client: Redis;
  isUp: () => boolean;
  /** Resolves when Redis is there, or after three seconds without it. Never rejects. */
  ready: () => Promise<void>;
  /** A connection that waits for Redis as long as it takes, for a worker. Its owner closes it. */
  connectPatiently: () => Redis;
  close: () => void;
}

/** Read with the first link: an instance that is alone starts without it. */
const ioredis = (): typeof import("ioredis") => createRequire(import.meta.url)("ioredis");

const ANSWER_MS = 2_000;
const READY_MS = 3_000;
const wait = (times: number) => Math.min(times * 100, 1_000);

/** An address that can be logged: no user, no password. */
export function maskedRedisUrl(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

/** A fault of Redis in words that hold no command: its arguments may be a visitor's, or a password. */
export function redisFault(fault: unknown): Error {
  const words = fault instanceof Error ? fault.message : String(fault);
  return new Error(`redis: ${words.split(", with args")[0]}`);
}

/** Connects, and goes on trying for as long as the process lives. */
export function openRedisLink({
  url,
  onChange,
}: {
  url: string;
  /** Told once of each loss and each return; `fault` says what the loss was. */
  onChange: (state: "up" | "lost", fault: Error | null) => void;
}): RedisLink {
  const { Redis } = ioredis();
  const client = new Redis(url, {
    ...{ enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy: wait },
    ...{ commandTimeout: ANSWER_MS, connectTimeout: ANSWER_MS },
  });
  let isLost = false;
  let isClosing = false;
  let lastFault: Error | null = null;
  const lose = () => {
    if (isLost || isClosing) return;
    isLost = true;
    onChange("lost", lastFault);
  };
  client.on("error", (fault: unknown) => {
    lastFault = redisFault(fault);
  });
  client.on("close", lose);
  client.on("ready", () => {
    if (isLost) onChange("up", null);
    isLost = false;
    lastFault = null;
  });
  const isUp = () => client.status === "ready";

  return {
    client,
    isUp,
    ready: () =>
      new Promise((resolve) => {
        if (isUp()) return resolve();
        const timer = setTimeout(resolve, READY_MS);
        client.once("ready", () => {
          clearTimeout(timer);
          resolve();
        });
      }),
    connectPatiently: () => {
      const patient = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: wait });
      // The link tells of the same loss.
      patient.on("error", () => {});
      return patient;
    },
    close: () => {
      isClosing = true;
      client.disconnect();
    },
  };
}
