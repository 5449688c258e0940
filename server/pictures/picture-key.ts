import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { RedisLink } from "../storage/redis-connection.ts";

const KEY_BYTES = 32;
const FILE_NAME = "picture.key";
const REDIS_KEY = "site:picture-key";
/** How long a start waits for the key of the other instances. */
const REDIS_WAIT_MS = 1_000;

/** The keys that sign picture ids: the first signs, all are accepted. */
export interface PictureKeys {
  all: () => readonly [Buffer, ...Buffer[]];
  /** Resolves when the instances' common key is known, or after a second without it. Never rejects. */
  ready: Promise<void>;
}

interface Options {
  dataDir: string;
  /** The setting `PICTURE_KEY`: no other key is then used. */
  setting: string | undefined;
  redis: RedisLink | null;
  onError: (error: unknown) => void;
}

const digestOf = (text: string) => createHash("sha256").update(text).digest();

/**
 * The key of `PICTURE_KEY`, else the one that the instances share in Redis, else that of `DATA_DIR`. An instance that
 * learns the shared one late accepts ids of its own as well. A new key costs shared caches their pictures, no more.
 */
export function openPictureKeys({ dataDir, setting, redis, onError }: Options): PictureKeys {
  if (setting !== undefined) {
    const only = digestOf(setting);
    return { all: () => [only], ready: Promise.resolve() };
  }
  let keys: [Buffer, ...Buffer[]] = [readOrCreate(dataDir, onError)];
  const adopt = async (link: RedisLink) => {
    await link.ready();
    await link.client.set(REDIS_KEY, keys[0].toString("base64"), "NX");
    const shared = Buffer.from((await link.client.get(REDIS_KEY)) ?? "", "base64");
    if (shared.length === KEY_BYTES && !shared.equals(keys[0])) keys = [shared, ...keys];
  };
  const adopted = redis === null ? Promise.resolve() : adopt(redis).catch(onError);
  return {
    all: () => keys,
    ready: Promise.race([adopted, wait(REDIS_WAIT_MS, undefined, { ref: false })]),
  };
}

/** A folder that cannot be written gives a key for this process alone. */
function readOrCreate(dataDir: string, onError: (error: unknown) => void): Buffer {
  const file = join(dataDir, FILE_NAME);
  try {
    mkdirSync(dataDir, { recursive: true });
    // `wx`: of two processes that start at once, one writes and both read the same.
    writeFileSync(file, randomBytes(KEY_BYTES).toString("base64"), { flag: "wx", mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) onError(error);
  }
  try {
    const key = Buffer.from(readFileSync(file, "utf8"), "base64");
    if (key.length === KEY_BYTES) return key;
    throw new Error(`${FILE_NAME} is not a key`);
  } catch (error) {
    onError(error);
    return randomBytes(KEY_BYTES);
  }
}
