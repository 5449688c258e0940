import { setTimeout as wait } from "node:timers/promises";
import type { DataTag } from "../../shared/contract/site-data.ts";
import type { Store } from "../store/store.ts";

type Listener = (tags: readonly DataTag[]) => void;

const READ_EVERY_MS = 1_000;
/** Whoever makes a change waits this long for the store. */
const PUBLISH_WAIT_MS = 100;

/**
 * Changes of data at the source that were made through this site, at any of its instances: rows of the store, which each
 * instance reads once a second.
 */
export class Changes {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #listeners: Listener[] = [];
  readonly #counts = new Map<DataTag, number>();
  readonly #lastIds = new Map<DataTag, number>();
  /** Changes of our own whose ids are not known yet: kept until the store has taken them. */
  readonly #own: DataTag[] = [];
  readonly #timer: NodeJS.Timeout;
  #isBusy = false;
  #rounds: Promise<void> = Promise.resolve();

  /** `now` is the clock, milliseconds. */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    void this.#synchronise();
    this.#timer = setInterval(() => {
      if (!this.#isBusy) void this.#synchronise();
    }, READ_EVERY_MS).unref();
  }

  /** How many changes of a tag were told in this process. */
  count(tag: DataTag): number {
    return this.#counts.get(tag) ?? 0;
  }

  /** The last change of a tag in the store that this instance knows of; 0 before the first. */
  lastId(tag: DataTag): number {
    return this.#lastIds.get(tag) ?? 0;
  }

  /** Whether a stored value whose fetch knew of this change may still be right. */
  isCurrent(tag: DataTag, changeId: number): boolean {
    return !this.#own.includes(tag) && changeId >= this.lastId(tag);
  }

  /** Tells the listeners, then the other instances. */
  async publish(tags: readonly DataTag[]): Promise<void> {
    this.#own.push(...tags);
    this.#notify(tags);
    const isWritten = this.#synchronise();
    await Promise.race([isWritten, wait(PUBLISH_WAIT_MS, undefined, { ref: false })]);
  }

  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#rounds;
  }

  #notify(tags: readonly DataTag[]): void {
    for (const tag of tags) this.#counts.set(tag, this.count(tag) + 1);
    for (const listener of this.#listeners) listener(tags);
  }

  /** One round after the other, so that each writes only what is not written yet. */
  #synchronise(): Promise<void> {
    this.#isBusy = true;
    // While the store is down the next round tries again; the store itself says so.
    this.#rounds = this.#rounds
      .then(() => (this.#store.fault() === null ? this.#writeAndRead() : undefined))
      .catch(() => {})
      .finally(() => {
        this.#isBusy = false;
      });
    return this.#rounds;
  }

  async #writeAndRead(): Promise<void> {
    const { db } = this.#store;
    const own = [...this.#own];
    for (const tag of new Set(own)) {
      const row = db.insertInto("changes").values({ tag, at: this.#now() }).returning("id");
      const { id } = await row.executeTakeFirstOrThrow();
      // Only the last one is read.
      await db.deleteFrom("changes").where("tag", "=", tag).where("id", "<", id).execute();
    }
    const rows = await db
      .selectFrom("changes")
      .select(({ fn }) => ["tag", fn.max("id").as("id")])
      .groupBy("tag")
      .execute();
    this.#own.splice(0, own.length);
    const newer = rows.filter(({ tag, id }) => id > this.lastId(tag));
    for (const { tag, id } of newer) this.#lastIds.set(tag, id);
    // A change of our own is told once more: one of another instance may have come before it.
    if (newer.length > 0) this.#notify(newer.map(({ tag }) => tag));
  }
}
