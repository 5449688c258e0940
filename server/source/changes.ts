import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { DataTag } from "../../shared/contract/site-data.ts";

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
