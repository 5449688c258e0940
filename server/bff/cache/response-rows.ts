import type { Store } from "../../store/store.ts";
import type { CachedKind } from "./cached-kind.ts";

/** A value that this release can read, with its HTML sanitised. */
export interface StoredValue {
  value: unknown;
  fetchedAtMs: number;
  /** See `CachedKind.shape`; null when a release without them wrote it. */
  shape: string | null;
  /** Of the last change that was known when the value was fetched. */
  changeId: number;
  /** Length as JSON. */
  size: number;
}

/** The last good values in the store. Nothing here rejects: while the store is down, it is empty. */
export interface ResponseRows {
  isShared: boolean;
  read(kind: CachedKind<unknown>, key: string): Promise<StoredValue | null>;
  /** Null ("there is no such item") deletes the row. */
  write(
    kind: CachedKind<unknown>,
    key: string,
    row: { json: string; fetchedAtMs: number; changeId: number },
  ): void;
}

/** A larger value is not cached. */
export const MAX_ENTRY_BYTES = 16 * 1024 * 1024;

interface Options {
  store: Store;
  /** The source's URL: relative URLs in stored HTML belong to it. */
  baseUrl: string;
  /** Called for each row that is deleted, since this release cannot read it. */
  onUnreadable: (kind: string) => void;
}

export function createResponseRows({ store, baseUrl, onUnreadable }: Options): ResponseRows {
  const { db, isShared } = store;
  const nameOf = (kind: CachedKind<unknown>, key: string) => `${kind.name} ${key}`;
  /** What the store cannot take is written after the next fetch. */
  const ignore = () => {};
  const remove = (name: string) =>
    db.deleteFrom("sourceResponses").where("key", "=", name).execute().catch(ignore);

  async function find(name: string) {
    if (store.fault() !== null) return undefined;
    const query = db.selectFrom("sourceResponses").selectAll().where("key", "=", name);
    return query.executeTakeFirst().catch(() => undefined);
  }

  return {
    isShared,
    read: async (kind, key) => {
      const row = await find(nameOf(kind, key));
      if (row === undefined) return null;
      const read = row.value.length > MAX_ENTRY_BYTES ? null : kind.read(key, parse(row.value));
      if (read === null) {
        void remove(row.key);
        onUnreadable(kind.name);
        return null;
      }
      const value = await kind.sanitise(read.value, { baseUrl });
      const { fetchedAt: fetchedAtMs, shape, changeId } = row;
      return { value, fetchedAtMs, shape, changeId, size: row.value.length };
    },
    write: (kind, key, { json, fetchedAtMs: fetchedAt, changeId }) => {
      if (store.fault() !== null || json.length > MAX_ENTRY_BYTES) return;
      if (json === "null") return void remove(nameOf(kind, key));
      const row = { value: json, fetchedAt, shape: kind.shape, changeId };
      db.insertInto("sourceResponses")
        .values({ key: nameOf(kind, key), ...row })
        .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
        .execute()
        .catch(ignore);
    },
  };
}

/** Undefined for a corrupt row: that value alone is fetched again. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
