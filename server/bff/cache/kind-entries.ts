import { LRUCache } from "lru-cache";
import type { CacheStore } from "./cache-store.ts";
import { type Freshness, type FreshnessPolicy, freshnessOf } from "./freshness-policy.ts";

export interface CacheEntry<T> {
  value: T;
  fetchedAtMs: number;
  /** A write came after it was fetched: it is fetched again before it is served, unless the source fails. */
  isInvalidated: boolean;
  /** See `StoredEntry.isOutdated`. */
  isOutdated: boolean;
}

export interface FoundEntry<T> extends CacheEntry<T> {
  freshness: Freshness;
  /** See `StoredEntry.isUnsanitised`. */
  isUnsanitised: boolean;
}

/** The entries of one kind of value: those of the store, and "there is no such item" in memory. */
export interface KindEntries<T> {
  get(key: string): FoundEntry<T> | undefined;
  isStored(key: string): boolean;
  /** Keeps the entry that is there when it is the better one. */
  set(key: string, entry: CacheEntry<T> & { json: string }): void;
  /** See `CacheStore.replaceValue`. */
  replaceValue(key: string, value: T): void;
  invalidate(): void;
}

/** A limit of its own, so that a flood of URLs that never existed evicts no item. */
const MAX_NEGATIVE_ENTRIES = 1_000;

interface Options {
  /** Prefix of the keys in the store. */
  kind: string;
  store: CacheStore;
  policy: FreshnessPolicy;
  /** The clock, milliseconds. */
  now: () => number;
}

export function createKindEntries<T>({ kind, store, policy, now }: Options): KindEntries<T> {
  const negative = new LRUCache<string, CacheEntry<T>>({ max: MAX_NEGATIVE_ENTRIES });
  const storeKey = (key: string) => `${kind} ${key}`;
  const isStored = (key: string) => store.get(storeKey(key)) !== undefined;

  function get(key: string): FoundEntry<T> | undefined {
    const stored = store.get(storeKey(key));
    const entry = stored ?? negative.get(key);
    if (entry === undefined) return undefined;
    const { fetchedAtMs, isInvalidated, isOutdated } = entry;
    const byAge = freshnessOf({ fetchedAtMs, isNegative: entry.value === null }, now(), policy);
    const freshness = isOutdated && byAge === "fresh" ? "stale" : byAge;
    const isUnsanitised = stored?.isUnsanitised ?? false;
    // Only this module stores values under the kind, or the store has read them as its type.
    const value = entry.value as T;
    return { value, fetchedAtMs, isInvalidated, isOutdated, isUnsanitised, freshness };
  }

  return {
    get,
    isStored,
    set: (key, entry) => {
      const current = get(key);
      if (current && isBetter(current, entry)) return;
      if (entry.value === null && !isStored(key)) {
        negative.set(key, entry);
        return;
      }
      negative.delete(key);
      store.set(storeKey(key), entry);
    },
    replaceValue: (key, value) => store.replaceValue(storeKey(key), value),
    invalidate: () => {
      store.invalidate(kind);
      negative.clear();
    },
  };
}

type Version = Pick<CacheEntry<unknown>, "fetchedAtMs" | "isInvalidated">;

/** A valid entry is better than an invalidated one; of two alike, the newer. */
function isBetter(entry: Version, other: Version): boolean {
  if (entry.isInvalidated !== other.isInvalidated) return !entry.isInvalidated;
  return entry.fetchedAtMs > other.fetchedAtMs;
}
