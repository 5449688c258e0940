import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import type { Kysely } from "kysely";
import { countUp } from "../../store/statements.ts";
import { openProcessDatabase, type Store } from "../../store/store.ts";
import type { Tables } from "../../store/tables.ts";

/** A window in which so many different messages are taken. Its first message starts it. */
interface LimitWindow {
  /** Separates it from every other window. */
  key: string;
  max: number;
}

/** The result of a reservation. Times are in milliseconds. */
type Reserved =
  | {
      kind: "reserved";
      /** Free slots of the first window, and its end. */
      remaining: number;
      ttlMs: number;
      /** Gives the slots back, unless a parallel reservation of the same message holds them. Never rejects. */
      release: () => Promise<void>;
    }
  /** The first window without a free slot, and its end. */
  | { kind: "full"; index: number; ttlMs: number };

interface LimitWindows {
  /** A store for `@fastify/rate-limit`. */
  RateLimitStore: new () => FastifyRateLimitStore;
  /**
   * Takes a slot for a message in both windows, or in none. A message that holds a slot gets the same one again.
   * Atomic, so that parallel messages never exceed a window.
   */
  reserve: (windows: Windows, message: string) => Promise<Reserved>;
}

type Database = Kysely<Tables>;
/** Of one client and form, and of all. */
type Windows = readonly [own: LimitWindow, all: LimitWindow];

/** Counts in the store; in this process while the store is down. */
export function createLimitWindows(options: {
  store: Store;
  windowMs: number;
  /** The clock, milliseconds. */
  now: () => number;
}): LimitWindows {
  const { store, windowMs, now } = options;
  let inProcess: Promise<Database> | undefined;
  async function use<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    if (store.fault() === null)
      try {
        return await work(store.db);
      } catch {
        // The store itself says that it is down.
      }
    inProcess ??= openProcessDatabase();
    return work(await inProcess);
  }
  const count = (db: Database, key: string) => countUp(db, { key, windowMs, now: now() });

  class RateLimitStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore["incr"]>[1]): void {
      use((db) => count(db, key)).then(
        ({ count: current, resetsAt }) => callback(null, { current, ttl: resetsAt - now() }),
        (error) => callback(error),
      );
    }
    child(): RateLimitStore {
      return this;
    }
  }

  /** Of a message that holds a slot already; its window may be over. */
  async function find(db: Database, key: string): Promise<{ count: number; resetsAt: number }> {
    const query = db.selectFrom("rateLimits").select(["count", "resetsAt"]);
    const found = await query.where("key", "=", key).executeTakeFirst();
    return found && found.resetsAt > now() ? found : { count: 0, resetsAt: now() + windowMs };
  }

  async function take(db: Database, [own, all]: Windows, slot: string) {
    const { count: holders } = await count(db, slot);
    if (holders > 1) return { isFull: false, index: 0, ...(await find(db, own.key)) };
    const ofOwn = await count(db, own.key);
    if (ofOwn.count > own.max) {
      await countDown(db, [slot, own.key]);
      return { isFull: true, index: 0, ...ofOwn };
    }
    const ofAll = await count(db, all.key);
    if (ofAll.count > all.max) {
      await countDown(db, [slot, own.key, all.key]);
      return { isFull: true, index: 1, ...ofAll };
    }
    return { isFull: false, index: 0, ...ofOwn };
  }

  const reserve: LimitWindows["reserve"] = (windows, message) =>
    use(async (db) => {
      const [own, all] = windows;
      const slot = `${own.key}:${message}`;
      // Locks are taken in one order, the busiest last.
      const taken = await db.transaction().execute((locked) => take(locked, windows, slot));
      const { isFull, index, count, resetsAt } = taken;
      const ttlMs = resetsAt - now();
      if (isFull) return { kind: "full", index, ttlMs };
      const remaining = Math.max(0, own.max - count);
      const giveBack = () => release(db, slot, [own.key, all.key]);
      return { kind: "reserved", remaining, ttlMs, release: giveBack };
    });

  return { RateLimitStore, reserve };
}

const countDown = (db: Database, keys: readonly string[]) =>
  db
    .updateTable("rateLimits")
    .set(({ eb }) => ({ count: eb("count", "-", 1) }))
    .where("key", "in", keys)
    .where("count", ">", 0)
    .returning(["key", "count"])
    .execute();

/** A slot that cannot be given back ends with its window. */
async function release(db: Database, slot: string, windows: readonly string[]): Promise<void> {
  const work = db.transaction().execute(async (locked) => {
    const [left] = await countDown(locked, [slot]);
    if (left?.count === 0) await countDown(locked, windows);
  });
  await work.catch(() => {});
}
