import { LRUCache } from "lru-cache";
import { type CacheRow, createCacheDatabase, type DiskErrorOutcome } from "./cache-database.ts";
import type { CachedKind } from "./cached-kind.ts";
import type { FreshnessPolicy } from "./freshness-policy.ts";

/** The value is plain JSON data and is never mutated. */
export interface StoredEntry {
  value: unknown;
  fetchedAtMs: number;
  /** A write came after it was fetched: it is fetched again before it is served, unless the source fails. */
  isInvalidated: boolean;
  /** Written under another schema: stale at once, since it may lack fields. */
  isOutdated: boolean;
  /** It comes from disk: its HTML is to be sanitised before it is served. */
  isUnsanitised: boolean;
  /** Length of the value as JSON, about its bytes. */
  size: number;
}

export interface NewEntry extends Omit<StoredEntry, "size" | "isUnsanitised"> {
  /** The value as JSON; see `jsonInSlices`. */
  json: string;
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
  set(key: string, entry: NewEntry): void;
  /** The value of an entry with its HTML sanitised; the disk keeps the other. */
  replaceValue(key: string, value: unknown): void;
  /** Invalidates every entry of a kind, restarts included: keys begin with their kind and a space. */
  invalidate(kind: string): void;
  /** Entries of some kinds, for operators; "there is no such item" does not count. */
  stats(kinds: readonly string[]): CacheStoreStats;
  /** Entries and bytes in memory, for operators. */
  size(): { cacheEntries: number; bytes: number };
  close(): void;
}

/** A larger value is not cached. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

/** An entry of disk or Redis that cannot be used. `kind` is that of its key, `unknown` when this release has none such. */
export type OnUnreadable = (entry: { kind: string; origin: "disk" | "Redis" }) => void;

export interface CacheStoreOptions {
  /** Null keeps the entries in memory alone. */
  dataDir: string | null;
  kinds: readonly CachedKind<unknown>[];
  policy: Pick<FreshnessPolicy, "maxEntries" | "maxBytes">;
  /** The clock, milliseconds. */
  now: () => number;
  onDiskError: (error: unknown, outcome: DiskErrorOutcome) => void;
  /** Called for each entry on disk that is deleted, since it cannot be read. */
  onUnreadable: OnUnreadable;
}

/** Opens the store of `dataDir`. After an error of the disk it goes on in memory. */
export function openCacheStore(options: CacheStoreOptions): CacheStore {
  const { dataDir, kinds, policy, now, onDiskError, onUnreadable } = options;
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

  const kindNamed = new Map(kinds.map((kind) => [kind.name, kind]));
  const rows = disk?.open() ?? [];
  for (const row of rows.toReversed()) {
    const kind = kindNamed.get(kindOf(row.key));
    const entry = kind && readEntry(kind, row, now());
    if (entry) memory.set(row.key, entry);
    else {
      disk?.delete(row.key);
      onUnreadable({ kind: kind?.name ?? "unknown", origin: "disk" });
    }
  }

  return {
    get: (key) => memory.get(key),
    set: (key, { json, ...entry }) => {
      if (json.length > MAX_ENTRY_BYTES) return;
      memory.set(key, { ...entry, isUnsanitised: false, size: json.length });
      const { fetchedAtMs, isInvalidated } = entry;
      const shape = kindNamed.get(kindOf(key))?.shape ?? null;
      disk?.put({ key, json, fetchedAtMs, isInvalidated, shape });
    },
    replaceValue: (key, value) => {
      const entry = memory.get(key);
      if (entry) memory.set(key, { ...entry, value, isUnsanitised: false });
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
    size: () => ({ cacheEntries: memory.size, bytes: memory.calculatedSize }),
    close: () => disk?.close(),
  };
}

/** Null when this release cannot read the row. */
function readEntry(
  kind: CachedKind<unknown>,
  { key, json, fetchedAtMs, isInvalidated, shape }: CacheRow,
  nowMs: number,
): StoredEntry | null {
  if (json.length > MAX_ENTRY_BYTES) return null;
  const found = kind.read(key.slice(kind.name.length + 1), parseOrUndefined(json));
  if (found === null) return null;
  // A time in the future comes from a clock that was ahead: the age is unknown.
  const isFromFuture = fetchedAtMs > nowMs;
  return {
    value: found.value,
    fetchedAtMs: Math.min(fetchedAtMs, nowMs),
    isInvalidated: isInvalidated || isFromFuture,
    isOutdated: shape !== kind.shape,
    isUnsanitised: true,
    size: json.length,
  };
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
