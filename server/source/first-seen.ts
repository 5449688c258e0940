import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Tables } from "../store/schema.ts";
import type { ValueName } from "./data-cache.ts";
import type { Items } from "./resources.ts";

type Stored = Items[DataTag]["stored"];

/** An engine takes a limited number of values in one statement. */
const ROWS_AT_ONCE = 500;

const nameOf = (tag: DataTag, id: string) => `${tag} ${id}`;

/** A count of views is no change, and a field that a later release adds is none while it is empty. */
function digestOf(item: Stored): string {
  const content = JSON.stringify(item, (key, value) => {
    if (key === "views" || value === null) return undefined;
    if (typeof value !== "object" || Array.isArray(value)) return value;
    // The order of fields differs between what was fetched and what was stored.
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

export type FirstSeen = ReturnType<typeof openFirstSeen>;

/** When content was first seen whose source does not say when it changed it: kept in the store, without it by this process. */
export function openFirstSeen({ clock, store }: FastifyInstance) {
  const known = new Map<string, Tables["firstSeen"]>();
  return {
    dated<Item extends Stored>(tag: DataTag, item: Item): Item {
      const at = item.updatedAt === null ? known.get(nameOf(tag, item.id))?.at : undefined;
      return at === undefined ? item : { ...item, updatedAt: new Date(at).toISOString() };
    },

    /** To be called with what was read, before it is shown. A row of a list may say less than the item alone. */
    async note({ tag, by }: ValueName, value: unknown): Promise<void> {
      const kind = by === "list" ? "row" : "item";
      const read = [value ?? []].flat() as Stored[];
      const items = read.filter(({ updatedAt }) => updatedAt === null);
      if (items.length === 0) return;
      let query = store.db.selectFrom("firstSeen").selectAll().where("tag", "=", tag);
      if (kind === "item" && items[0]) query = query.where("id", "=", items[0].id);
      const rows = store.fault() === null ? await query.execute().catch(() => []) : [];
      for (const row of rows) known.set(nameOf(tag, row.id), row);
      const seen = items.flatMap((item) => {
        const before = known.get(nameOf(tag, item.id));
        const digest = digestOf(item);
        const digestBefore = before?.[`${kind}Digest`] ?? null;
        if (digestBefore === digest) return [];
        // The item alone that is seen for the first time is no change of what was in a list before.
        const at = before && digestBefore === null ? before.at : clock();
        const nothing = { tag, id: item.id, rowDigest: null, itemDigest: null };
        const row = { ...nothing, ...before, at, [`${kind}Digest`]: digest };
        known.set(nameOf(tag, item.id), row);
        return [row];
      });
      if (store.fault() !== null) return;
      for (let from = 0; from < seen.length; from += ROWS_AT_ONCE)
        await store.db
          .insertInto("firstSeen")
          .values(seen.slice(from, from + ROWS_AT_ONCE))
          .onConflict((conflict) =>
            conflict.columns(["tag", "id"]).doUpdateSet(({ ref }) => ({
              rowDigest: ref("excluded.rowDigest"),
              itemDigest: ref("excluded.itemDigest"),
              at: ref("excluded.at"),
            })),
          )
          .execute()
          .catch(() => {});
    },
  };
}
