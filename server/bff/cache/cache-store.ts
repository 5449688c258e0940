import { LRUCache } from "lru-cache";
import { type CacheRow, createCacheDatabase, type DiskErrorOutcome } from "./cache-database.ts";
import type { FreshnessPolicy } from "./freshness-policy.ts";

/** The value is plain JSON data and is never mutated. */
export interface StoredEntry {
  value: unknown;
  fetchedAtMs: number;
  /** A write came after it was fetched: it is fetched again before it is served, unless the source fails. */
  isInvalidated: boolean;
  /** Length of the value as JSON, about its bytes. */
  size: number;
}

export interface CacheStoreStats {
  count: number;
  invalidated: number;
  newestMs: number | null;
  oldestMs: number | null;
}

/** The last good values of the source: in memory, and on disk so that they survive a restart. */
export interface CacheStore {
  get(key: string): StoredEntry | undefined;
  set(key: string, entry: Omit<StoredEntry, "size">): void;
  /** Invalidates every entry of a kind, restarts included: keys begin with their kind and a space. */
  invalidate(kind: string): void;
  /** Entries of some kinds, for operators; "there is no such item" does not count. */
  stats(kinds: readonly string[]): CacheStoreStats;
  /** Entries and bytes in memory, for operators. */
  size(): { copies: number; bytes: number };
  close(): void;
}

/** A larger value is not cached. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** Opens the store of `dataDir`; null keeps it in memory alone. After an error of the disk it goes on in memory. */
export function openCacheStore(options: {
  dataDir: string | null;
  policy: Pick<FreshnessPolicy, "maxEntries" | "maxBytes">;
  /** The clock, milliseconds. */
  now: () => number;
  onDiskError: (error: unknown, outcome: DiskErrorOutcome) => void;
}): CacheStore {
  const { dataDir, policy, now, onDiskError } = options;
  const { maxEntries, maxBytes } = policy;
  const disk =
    dataDir === null ? null : createCacheDatabase({ dataDir, maxEntries, onError: onDiskError });
  const memory = new LRUCache<string, StoredEntry>({
    max: maxEntries,
    maxSize: maxBytes,
    sizeCalculation: ({ size }, key) => size + key.length + 1,
    dispose: (_entry, key, reason) => {
      if (reason === "evict") disk?.delete(key);
    },
  });

  if (disk) fill(memory, disk.open(), now());

  return {
    get: (key) => memory.get(key),
    set: (key, entry) => {
      const json = JSON.stringify(entry.value);
      if (json.length > MAX_ENTRY_BYTES) return;
      memory.set(key, { ...entry, size: json.length });
      const { fetchedAtMs, isInvalidated } = entry;
      disk?.put({ key, json, fetchedAtMs, isInvalidated });
    },
    invalidate: (kind) => {
      for (const [key, entry] of memory.entries())
        if (kindOf(key) === kind) entry.isInvalidated = true;
      disk?.invalidate(kind);
    },
    stats: (kinds) =>
      statsOf(
        [...memory.entries()].flatMap(([key, entry]) =>
          entry.value !== null && kinds.includes(kindOf(key)) ? [entry] : [],
        ),
      ),
    size: () => ({ copies: memory.size, bytes: memory.calculatedSize }),
    close: () => disk?.close(),
  };
}

function fill(
  memory: LRUCache<string, StoredEntry>,
  rows: readonly CacheRow[],
  nowMs: number,
): void {
  for (const { key, json, fetchedAtMs, isInvalidated } of rows.toReversed()) {
    const value = parseOrUndefined(json);
    if (value === undefined) continue;
    memory.set(key, {
      value,
      fetchedAtMs: Math.min(fetchedAtMs, nowMs),
      // A time in the future comes from a clock that was ahead: the age is unknown.
      isInvalidated: isInvalidated || fetchedAtMs > nowMs,
      size: json.length,
    });
  }
}

const kindOf = (key: string) => key.split(" ", 1)[0] ?? "";

/** Undefined for a corrupt row: that entry alone is fetched again. */
function parseOrUndefined(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function statsOf(entries: readonly StoredEntry[]): CacheStoreStats {
  const times = entries.map(({ fetchedAtMs }) => fetchedAtMs).sort((a, b) => a - b);
  return {
    count: entries.length,
    invalidated: entries.filter(({ isInvalidated }) => isInvalidated).length,
    newestMs: times.at(-1) ?? null,
    oldestMs: times[0] ?? null,
  };
}
