import { LRUCache } from "lru-cache";

interface BucketOptions {
  /** How many at once, after a rest. */
  burst: number;
  perSecond: number;
  /** The clock, milliseconds. */
  now: () => number;
}

/** An allowance that fills up again, for each key. True takes one; false says there is none left. */
export function createBuckets({ burst, perSecond, now }: BucketOptions): (key: string) => boolean {
  // A key forgotten starts full: the many addresses that takes are bounded elsewhere.
  const buckets = new LRUCache<string, { left: number; atMs: number }>({ max: 10_000 });
  return (key) => {
    const atMs = now();
    const { left: before, atMs: lastMs } = buckets.get(key) ?? { left: burst, atMs };
    const left = Math.min(burst, before + ((atMs - lastMs) / 1_000) * perSecond);
    buckets.set(key, { left: left >= 1 ? left - 1 : left, atMs });
    return left >= 1;
  };
}
