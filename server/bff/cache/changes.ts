import { setTimeout as wait } from "node:timers/promises";
import type { DataTag } from "../../../shared/contract/site-data.ts";
import type { Store } from "../../store/store.ts";

type Listener = (tags: readonly DataTag[]) => void;

const READ_EVERY_MS = 1_000;
/** Whoever makes a change waits this long for the store. */
const PUBLISH_WAIT_MS = 100;

/**
 * Changes of data at the source that were made through this site, at any of its instances: rows of the store, which each
 * instance reads once a second when they share it.
 */
export class Changes {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #listeners: Listener[] = [];
  readonly #lastIds = new Map<DataTag, number>();
  readonly #unwritten = new Set<DataTag>();
  /** Tags with a change of our own whose id is not known yet. */
  readonly #unread = new Set<DataTag>();
  readonly #timer: NodeJS.Timeout;
  #hasRead = false;
  #isBusy = false;
  #rounds: Promise<void>;

  /** `now` is the clock, milliseconds. */
  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#rounds = this.#synchronise();
    this.#timer = setInterval(() => this.#readAgain(), READ_EVERY_MS).unref();
  }

  /** The last change of a tag that this instance knows of; 0 before the first. */
  lastId(tag: DataTag): number {
    return this.#lastIds.get(tag) ?? 0;
  }

  /** Whether a stored value whose fetch knew of this change may still be right. */
  isCurrent(tag: DataTag, changeId: number): boolean {
    return !this.#unread.has(tag) && changeId >= this.lastId(tag);
  }

  /** Tells the listeners, then the other instances. What the store cannot take is kept and written when it is back. */
  async publish(tags: readonly DataTag[]): Promise<void> {
    for (const tag of tags) {
      this.#unwritten.add(tag);
      this.#unread.add(tag);
    }
    this.#notify(tags);
    this.#rounds = this.#rounds.then(() => this.#synchronise());
    await Promise.race([this.#rounds, wait(PUBLISH_WAIT_MS, undefined, { ref: false })]);
  }

  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#rounds;
  }

  #notify(tags: readonly DataTag[]): void {
    for (const listener of this.#listeners) listener(tags);
  }

  #readAgain(): void {
    const isWaitedFor = this.#store.isShared || this.#unread.size > 0 || !this.#hasRead;
    if (this.#isBusy || !isWaitedFor) return;
    this.#isBusy = true;
    this.#rounds = this.#rounds
      .then(() => this.#synchronise())
      .finally(() => {
        this.#isBusy = false;
      });
  }

  async #synchronise(): Promise<void> {
    if (this.#store.fault() !== null) return;
    try {
      for (const tag of [...this.#unwritten]) await this.#write(tag);
      await this.#read();
    } catch {
      // The next round tries again; the store itself says that it is down.
    }
  }

  async #write(tag: DataTag): Promise<void> {
    // A further change while this one is written is written too.
    this.#unwritten.delete(tag);
    const { db } = this.#store;
    try {
      const insert = db.insertInto("changes").values({ tag, at: this.#now() }).returning("id");
      const { id } = await insert.executeTakeFirstOrThrow();
      // Only the last one is read.
      await db.deleteFrom("changes").where("tag", "=", tag).where("id", "<", id).execute();
    } catch (error) {
      this.#unwritten.add(tag);
      throw error;
    }
  }

  /** A change of our own is found too, and told once more: one of another instance may have come before it. */
  async #read(): Promise<void> {
    const rows = await this.#store.db
      .selectFrom("changes")
      .select(({ fn }) => ["tag", fn.max("id").as("id")])
      .groupBy("tag")
      .execute();
    const isFirst = !this.#hasRead;
    this.#hasRead = true;
    for (const tag of this.#unread) if (!this.#unwritten.has(tag)) this.#unread.delete(tag);
    const newer = rows.filter(({ tag, id }) => id > this.lastId(tag));
    for (const { tag, id } of newer) this.#lastIds.set(tag, id);
    if (this.#store.isShared || isFirst) this.#notify(newer.map(({ tag }) => tag));
  }
}
