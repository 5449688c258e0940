import { LRUCache } from "lru-cache";

/**
 * A segmented LRU cache, bounded in size: an entry is on probation until its second use, then protected.
 * A flood of entries that are used once evicts no protected entry.
 */
export interface SegmentedLru<V extends object> {
  readonly probation: LRUCache<string, V>;
  readonly protected: LRUCache<string, V>;
}

/** The share of the size that entries on probation may take. */
const PROBATION_SHARE = 0.3;

export function createSegmentedLru<V extends object>(options: {
  maxSize: number;
  sizeOf: (value: V) => number;
}): SegmentedLru<V> {
  const segment = (share: number) =>
    new LRUCache<string, V>({
      maxSize: Math.floor(options.maxSize * share),
      sizeCalculation: options.sizeOf,
    });
  return { probation: segment(PROBATION_SHARE), protected: segment(1 - PROBATION_SHARE) };
}

/** The value of a key; this is no use of it. */
export function peek<V extends object>(lru: SegmentedLru<V>, key: string): V | undefined {
  return lru.protected.peek(key) ?? lru.probation.peek(key);
}

/** Moves an entry to the protected segment, or replaces it there. */
export function protect<V extends object>(lru: SegmentedLru<V>, key: string, value: V): void {
  lru.probation.delete(key);
  lru.protected.set(key, value);
}

export function remove<V extends object>(lru: SegmentedLru<V>, key: string): void {
  lru.probation.delete(key);
  lru.protected.delete(key);
}

export function removeWhere<V extends object>(
  lru: SegmentedLru<V>,
  matches: (value: V) => boolean,
): void {
  for (const segment of [lru.probation, lru.protected]) {
    for (const [key, value] of segment.entries()) if (matches(value)) segment.delete(key);
  }
}
