import { LRUCache } from "lru-cache";

interface BucketOptions {
  /** The capacity: how many at once when the bucket is full. */
  burst: number;
  perSecond: number;
  /** The clock, milliseconds. */
  now: () => number;
}

/** A token bucket for each key. True: a token was taken; false: none is left. */
export function createBuckets({ burst, perSecond, now }: BucketOptions): (key: string) => boolean {
  // An evicted key starts full: the number of clients is bounded elsewhere.
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: 10_000 });
  return (key) => {
    const atMs = now();
    const { left: before, atMs: lastMs } = buckets.get(key) ?? { left: burst, atMs };
    const left = Math.min(burst, before + ((atMs - lastMs) / 1_000) * perSecond);
    buckets.set(key, { left: left >= 1 ? left - 1 : left, atMs });
    return left >= 1;
  };
}
