import type { RedisLink } from "../../storage/redis-connection.ts";
import type { IdempotencyStore } from "./idempotency-store.ts";
import { openRedisIdempotency } from "./redis-idempotency.ts";
import { openSqliteIdempotency } from "./sqlite-idempotency.ts";

/** The keys of this machine; with Redis, those that all instances share, and this machine's while it is down. */
export function openIdempotency(options: {
  dataDir: string;
  redis: RedisLink | null;
  /** The clock, milliseconds. */
  now: () => number;
}): IdempotencyStore {
  const { redis, now } = options;
  const local = openSqliteIdempotency(options);
  if (redis === null) return local;
  const shared = openRedisIdempotency({ link: redis, now });
  /** A key that was stored here while Redis was down stays here. */
  const useStore = async <Result>(
    key: string,
    work: (store: IdempotencyStore) => Promise<Result>,
  ) => {
    if (!redis.isUp() || local.knows(key)) return work(local);
    return work(shared).catch(() => work(local));
  };
  return {
    claim: (key, fingerprint) => useStore(key, (store) => store.claim(key, fingerprint)),
    settle: (key, fingerprint, response) =>
      useStore(key, (store) => store.settle(key, fingerprint, response)),
    release: (key) => useStore(key, (store) => store.release(key)),
    close: local.close,
  };
}
