import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { PageTag } from "../../shared/contract/data-tags.ts";

type Listener = (tags: readonly PageTag[]) => void;

const READ_EVERY_MS = 1_000;
/** The longest time that the author of a change waits for the store. */
const PUBLISH_WAIT_MS = 100;

export type Changes = ReturnType<typeof openChanges>;

/** Opens the list of changes made through this site at any instance: rows of the store, which each instance reads once a second. */
export function openChanges({ store, clock }: FastifyInstance) {
  const listeners: Listener[] = [];
  const lastIds = new Map<PageTag, number>();
  /** Returns the id of the last change of a tag that this instance knows of; 0 before the first change. */
  const lastId = (tag: PageTag) => lastIds.get(tag) ?? 0;
  /** The changes of this instance that have no id yet, kept until they are stored. */
  const own: PageTag[] = [];
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
    // Listeners hear of a change of this instance twice, because a change of another instance may have come before it.
    if (newer.length > 0) for (const listener of listeners) listener(newer.map(({ tag }) => tag));
  }

  /** Runs one round after the other, so that each round writes only what is not written yet. */
  function synchronise(): Promise<void> {
    // While the store is down, the next round retries. The store itself reports its failure.
    rounds = rounds.then(writeAndRead).catch(() => {});
    return rounds;
  }

  void synchronise();
  const timer = setInterval(synchronise, READ_EVERY_MS).unref();
  return {
    lastId,
    /** Tells whether a stored value may still be right, given the last change known when the value was fetched. */
    isCurrent: (tag: PageTag, changeId: number) => !own.includes(tag) && changeId >= lastId(tag),
    /** Publishes a change of the source's data: tells the listeners, then the other instances. */
    async publish(tags: readonly PageTag[]): Promise<void> {
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
