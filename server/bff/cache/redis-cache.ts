import { createHash } from "node:crypto";
import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { z } from "zod";
import type { DataTag } from "../../../shared/contract/data-tags.ts";
import { type RedisLink, redisError } from "../../storage/redis-connection.ts";
import { MAX_ENTRY_BYTES } from "./cache-store.ts";
import type { FreshnessPolicy } from "./freshness-policy.ts";
import {
  createRedisInvalidation,
  epochsKeyOf,
  type RedisInvalidation,
} from "./redis-invalidation.ts";
import type { NewSharedEntry, SharedCache, SharedCacheEntry } from "./shared-cache.ts";

export interface RedisCache {
  /** The cache of values that a write of this tag invalidates. */
  ofTag(tag: DataTag): SharedCache;
  /** Invalidates the entries of these tags on all other instances. Never rejects. */
  publishInvalidation(tags: readonly DataTag[]): Promise<void>;
  close(): void;
}

/** Redis responds in less than one; after this the source is queried instead. */
const LOOKUP_TIMEOUT_MS = 40;
/** After a timeout Redis is not queried this long: one request pays for it, not each. */
const PAUSE_AFTER_TIMEOUT_MS = 1_000;

const [compress, decompress] = [promisify(gzip), promisify(gunzip)];

/** Of the envelope, not of the values in it: releases that share it run side by side. */
const ENVELOPE_VERSION = 2;

/** A value with the epoch of the last invalidation that its fetch knew of: a later one invalidates it. */
const envelopeSchema = z.object({
  value: z.unknown(),
  at: z.number(),
  epoch: z.number(),
  shape: z.string().nullable().default(null),
});
type Envelope = z.infer<typeof envelopeSchema>;

interface Options {
  link: RedisLink;
  /** The source's URL: entries of another source are ignored. */
  baseUrl: string;
  policy: Pick<FreshnessPolicy, "freshSeconds" | "staleIfErrorSeconds">;
  /** Another instance has changed data of this tag. */
  onInvalidate: (tag: DataTag) => void;
  /** Called once, when a reachable Redis rejects an entry. */
  onError: (error: Error) => void;
}

interface State {
  link: RedisLink;
  onError: (error: Error) => void;
  invalidation: RedisInvalidation;
  keyPrefix: string;
  epochsKey: string;
  lifetimeSeconds: number;
  /** On the clock of `performance.now()`. */
  pausedUntilMs: number;
  isErrorReported: boolean;
}

/** Entries in Redis under `site:copy:*`, compressed. */
export function openRedisCache(options: Options): RedisCache {
  const { link, baseUrl, policy, onInvalidate, onError } = options;
  const namespace = createHash("sha256").update(baseUrl).digest("hex").slice(0, 12);
  const invalidation = createRedisInvalidation({ link, namespace, onInvalidate });
  const state: State = {
    link,
    onError,
    invalidation,
    keyPrefix: `site:copy:${namespace}:${ENVELOPE_VERSION}:`,
    epochsKey: epochsKeyOf(namespace),
    lifetimeSeconds: Math.max(1, Math.ceil(policy.freshSeconds + policy.staleIfErrorSeconds)),
    pausedUntilMs: 0,
    isErrorReported: false,
  };
  return {
    ofTag: (tag) => ({
      get: (key) => get(state, tag, key),
      set: (key, entry) => {
        if (!link.isUp()) return;
        const epoch = invalidation.epochOf(tag);
        set(state, key, { ...entry, epoch }).catch((error: unknown) => {
          reportOnce(state, error);
        });
      },
    }),
    publishInvalidation: invalidation.publish,
    close: invalidation.close,
  };
}

async function get(
  state: State,
  tag: DataTag,
  key: string,
): Promise<SharedCacheEntry | "unreadable" | null> {
  const { link, invalidation } = state;
  if (!link.isUp() || performance.now() < state.pausedUntilMs) return null;
  const found = await Promise.race([queryRedis(state, tag, key).catch(() => null), timeout()]);
  if (found === "timeout") state.pausedUntilMs = performance.now() + PAUSE_AFTER_TIMEOUT_MS;
  if (found === null || found === "timeout") return null;
  invalidation.observe(tag, found.epoch);
  if (found.bytes.length === 0) return null;
  const envelope = await unpack(found.bytes);
  if (envelope === null) return "unreadable";
  return {
    value: envelope.value,
    fetchedAtMs: envelope.at,
    isInvalidated: envelope.epoch < invalidation.epochOf(tag),
    shape: envelope.shape,
  };
}

/** The bytes are empty when there is no entry. */
async function queryRedis(
  { link, keyPrefix, epochsKey }: State,
  tag: DataTag,
  key: string,
): Promise<{ bytes: Buffer; epoch: number } | null> {
  const replies = await link.client
    .pipeline()
    .getrangeBuffer(keyPrefix + key, 0, MAX_ENTRY_BYTES - 1)
    .hget(epochsKey, tag)
    .exec();
  const [[error, bytes] = [], [, epoch] = []] = replies ?? [];
  if (error || !Buffer.isBuffer(bytes)) return null;
  return { bytes, epoch: Number(epoch ?? 0) || 0 };
}

async function timeout(): Promise<"timeout"> {
  await wait(LOOKUP_TIMEOUT_MS, undefined, { ref: false });
  // After a long task of this process the reply may be there, not yet read.
  await nextTurn();
  return "timeout";
}

async function unpack(bytes: Buffer): Promise<Envelope | null> {
  try {
    const json = await decompress(bytes, { maxOutputLength: 2 * MAX_ENTRY_BYTES });
    return envelopeSchema.parse(JSON.parse(json.toString()));
  } catch {
    // Not written by this program.
    return null;
  }
}

async function set(
  { link, keyPrefix, lifetimeSeconds }: State,
  key: string,
  { json, fetchedAtMs: at, epoch, shape }: NewSharedEntry & { epoch: number },
): Promise<void> {
  if (json === "null") return void (await link.client.del(keyPrefix + key));
  // The value is written once, for the disk too: in a text of this size that is what takes long.
  const envelope = `{"value":${json},${JSON.stringify({ at, epoch, shape }).slice(1)}`;
  if (envelope.length > MAX_ENTRY_BYTES) return;
  await link.client.set(keyPrefix + key, await compress(envelope), "EX", lifetimeSeconds);
}

function reportOnce(state: State, error: unknown): void {
  if (state.isErrorReported || !state.link.isUp()) return;
  state.isErrorReported = true;
  state.onError(redisError(error));
}
