import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Tables } from "../store/schema.ts";
import type { ValueName } from "./data-cache.ts";
import { sorted } from "./fields/values.ts";
import type { Items } from "./resources.ts";

type Listener = (tags: readonly DataTag[]) => void;

const READ_EVERY_MS = 1_000;
/** Whoever makes a change waits this long for the store. */
const PUBLISH_WAIT_MS = 100;

export type Changes = ReturnType<typeof openChanges>;

/** Changes that were made through this site, at any instance: rows of the store, which each instance reads once a second. */
export function openChanges({ store, clock }: FastifyInstance) {
  const listeners: Listener[] = [];
  const lastIds = new Map<DataTag, number>();
  /** The last change of a tag in the store that this instance knows of; 0 before the first. */
  const lastId = (tag: DataTag) => lastIds.get(tag) ?? 0;
  /** Changes of our own whose ids are not known yet: kept until the store has taken them. */
  const own: DataTag[] = [];
  let rounds = Promise.resolve();

  async function writeAndRead(): Promise<void> {
    if (store.fault() !== null) return;
    const written = own.length;
    for (const tag of new Set(own))
      await store.db.insertInto("changes").values({ tag, at: clock() }).execute();
    const rows = await store.db
      .selectFrom("changes")
      .select(({ fn }) => ["tag", fn.max("id").as("id")])
      .groupBy("tag")
      .execute();
    own.splice(0, written);
    const newer = rows.filter(({ tag, id }) => id > lastId(tag));
    for (const { tag, id } of newer) lastIds.set(tag, id);
    // A change of our own is told once more: one of another instance may have come before it.
    if (newer.length > 0) for (const listener of listeners) listener(newer.map(({ tag }) => tag));
  }

  /** One round after the other, so that each writes only what is not written yet. */
  function synchronise(): Promise<void> {
    // While the store is down the next round tries again; the store itself says so.
    rounds = rounds.then(writeAndRead).catch(() => {});
    return rounds;
  }

  void synchronise();
  const timer = setInterval(synchronise, READ_EVERY_MS).unref();
  return {
    lastId,
    /** Whether a stored value whose fetch knew of this change may still be right. */
    isCurrent: (tag: DataTag, changeId: number) => !own.includes(tag) && changeId >= lastId(tag),
    /** To be called when data of the source has changed: tells the listeners, then the other instances. */
    async publish(tags: readonly DataTag[]): Promise<void> {
      own.push(...tags);
      for (const listener of listeners) listener(tags);
      await Promise.race([synchronise(), wait(PUBLISH_WAIT_MS, undefined, { ref: false })]);
    },
    subscribe: (listener: Listener) => void listeners.push(listener),
    async close(): Promise<void> {
      clearInterval(timer);
      await rounds;
    },
  };
}

type Stored = Items[DataTag]["stored"];

/** An engine takes a limited number of values in one statement. */
const ROWS_AT_ONCE = 500;

const nameOf = (tag: DataTag, id: string) => `${tag} ${id}`;

/** A count of views is no change, and a field that a later release adds is none while it is empty. */
function digestOf(item: Stored): string {
  const content = JSON.stringify(item, (key, value) => {
    if (key === "views" || value === null) return undefined;
    return sorted(value);
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
