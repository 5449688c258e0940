import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { DataTag } from "../../shared/contract/site-data.ts";

type Listener = (tags: readonly DataTag[]) => void;

const READ_EVERY_MS = 1_000;
/** Whoever makes a change waits this long for the store. */
const PUBLISH_WAIT_MS = 100;

/** Changes that were made through this site, at any instance: rows of the store, which each instance reads once a second. */
export class Changes {
  readonly #app: FastifyInstance;
  readonly #listeners: Listener[] = [];
  readonly #lastIds = new Map<DataTag, number>();
  /** Changes of our own whose ids are not known yet: kept until the store has taken them. */
  readonly #own: DataTag[] = [];
  readonly #timer: NodeJS.Timeout;
  #rounds: Promise<void> = Promise.resolve();

  constructor(app: FastifyInstance) {
    this.#app = app;
    void this.#synchronise();
    this.#timer = setInterval(() => this.#synchronise(), READ_EVERY_MS).unref();
  }

  /** The last change of a tag in the store that this instance knows of; 0 before the first. */
  lastId(tag: DataTag): number {
    return this.#lastIds.get(tag) ?? 0;
  }

  /** Whether a stored value whose fetch knew of this change may still be right. */
  isCurrent(tag: DataTag, changeId: number): boolean {
    return !this.#own.includes(tag) && changeId >= this.lastId(tag);
  }

  /** To be called when data of the source has changed: tells the listeners, then the other instances. */
  async publish(tags: readonly DataTag[]): Promise<void> {
    this.#own.push(...tags);
    for (const listener of this.#listeners) listener(tags);
    const isWritten = this.#synchronise();
    await Promise.race([isWritten, wait(PUBLISH_WAIT_MS, undefined, { ref: false })]);
  }

  /** Calls back after a change, here or at another instance: pages of that data are out of date. */
  subscribe(listener: Listener): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#rounds;
  }

  /** One round after the other, so that each writes only what is not written yet. */
  #synchronise(): Promise<void> {
    // While the store is down the next round tries again; the store itself says so.
    this.#rounds = this.#rounds.then(() => this.#writeAndRead()).catch(() => {});
    return this.#rounds;
  }

  async #writeAndRead(): Promise<void> {
    const { store, clock } = this.#app;
    if (store.fault() !== null) return;
    const own = [...this.#own];
    for (const tag of new Set(own))
      await store.db.insertInto("changes").values({ tag, at: clock() }).execute();
    const rows = await store.db
      .selectFrom("changes")
      .select(({ fn }) => ["tag", fn.max("id").as("id")])
      .groupBy("tag")
      .execute();
    this.#own.splice(0, own.length);
    const newer = rows.filter(({ tag, id }) => id > this.lastId(tag));
    for (const { tag, id } of newer) this.#lastIds.set(tag, id);
    // A change of our own is told once more: one of another instance may have come before it.
    if (newer.length > 0)
      for (const listener of this.#listeners) listener(newer.map(({ tag }) => tag));
  }
}
