/** An entry that another instance has stored; its value is not validated yet. */
export interface SharedCacheEntry {
  value: unknown;
  fetchedAtMs: number;
  /** A write came after it was fetched. */
  isInvalidated: boolean;
  /** See `CachedKind.shape`; null when an older release wrote it. */
  shape: string | null;
}

export interface NewSharedEntry extends Omit<SharedCacheEntry, "isInvalidated" | "value"> {
  /** The value as JSON. */
  json: string;
}

/** A cache that several instances share. It never rejects and is quick: when it is down or late, it is empty. */
export interface SharedCache {
  get(key: string): Promise<SharedCacheEntry | "unreadable" | null>;
  /** Stores an entry; `null` ("there is no such item") deletes it. */
  set(key: string, entry: NewSharedEntry): void;
}
