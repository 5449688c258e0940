import { setTimeout as wait } from "node:timers/promises";
import type { DataTag } from "../../../shared/contract/data-tags.ts";
import type { Store } from "../../store/store.ts";

type Listener = (tags: readonly DataTag[]) => void;

/** Changes of data at the source that were made through this site, at any of its instances. */
export interface Changes {
  /** The last change of a tag that this instance knows of; 0 before the first. */
  lastId(tag: DataTag): number;
  /** Whether a stored value whose fetch knew of this change may still be right. */
  isCurrent(tag: DataTag, changeId: number): boolean;
  /** Tells the listeners, then the other instances. What the store cannot take is kept and written when it is back. */
  publish(tags: readonly DataTag[]): Promise<void>;
  subscribe(listener: Listener): void;
  close(): Promise<void>;
}

const READ_EVERY_MS = 1_000;
/** Whoever makes a change waits this long for the store. */
const PUBLISH_WAIT_MS = 100;

/** The changes are rows of the store, which each instance reads once a second when they share it. */
export function createChanges({ store, now }: { store: Store; now: () => number }): Changes {
  const { db, isShared } = store;
  const listeners: Listener[] = [];
  const lastIds = new Map<DataTag, number>();
  const unwritten = new Set<DataTag>();
  /** Tags with a change of our own whose id is not known yet. */
  const unread = new Set<DataTag>();
  let hasRead = false;
  const lastId = (tag: DataTag) => lastIds.get(tag) ?? 0;
  const notify: Listener = (tags) => {
    for (const listener of listeners) listener(tags);
  };

  async function write(tag: DataTag): Promise<void> {
    // A further change while this one is written is written too.
    unwritten.delete(tag);
    try {
      const change = { tag, at: now() };
      const insert = db.insertInto("changes").values(change).returning("id");
      const { id } = await insert.executeTakeFirstOrThrow();
      // Only the last one is read.
      await db.deleteFrom("changes").where("tag", "=", tag).where("id", "<", id).execute();
    } catch (error) {
      unwritten.add(tag);
      throw error;
    }
  }

  /** A change of our own is found too, and told once more: one of another instance may have come before it. */
  async function read(): Promise<void> {
    const rows = await db
      .selectFrom("changes")
      .select(({ fn }) => ["tag", fn.max("id").as("id")])
      .groupBy("tag")
      .execute();
    const isFirst = !hasRead;
    hasRead = true;
    for (const tag of unread) if (!unwritten.has(tag)) unread.delete(tag);
    const newer = rows.filter(({ tag, id }) => id > lastId(tag));
    for (const { tag, id } of newer) lastIds.set(tag, id);
    if (isShared || isFirst) notify(newer.map(({ tag }) => tag));
  }

  async function synchronise(): Promise<void> {
    if (store.fault() !== null) return;
    try {
      for (const tag of [...unwritten]) await write(tag);
      await read();
    } catch {
      // The next round tries again; the store itself says that it is down.
    }
  }

  let rounds = synchronise();
  let isBusy = false;
  const timer = setInterval(() => {
    if (isBusy || !(isShared || unread.size > 0 || !hasRead)) return;
    isBusy = true;
    rounds = rounds.then(synchronise).finally(() => {
      isBusy = false;
    });
  }, READ_EVERY_MS);
  timer.unref();

  return {
    lastId,
    isCurrent: (tag, changeId) => !unread.has(tag) && changeId >= lastId(tag),
    publish: async (tags) => {
      for (const tag of tags) {
        unwritten.add(tag);
        unread.add(tag);
      }
      notify(tags);
      rounds = rounds.then(synchronise);
      await Promise.race([rounds, wait(PUBLISH_WAIT_MS, undefined, { ref: false })]);
    },
    subscribe: (listener) => void listeners.push(listener),
    close: async () => {
      clearInterval(timer);
      await rounds;
    },
  };
}
