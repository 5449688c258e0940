import type { FastifyRateLimitStore } from "@fastify/rate-limit";
import type { Kysely } from "kysely";
import { countUp } from "../../store/statements.ts";
import { openProcessDatabase, type Store } from "../../store/store.ts";
import type { Tables } from "../../store/tables.ts";

/** A window in which so many different messages are taken. Its first message starts it. */
interface LimitWindow {
  name: string;
  /** Separates it from every other window. */
  key: string;
  max: number;
}

type Database = Kysely<Tables>;

/** Does work in the store; in this process while the store is down. */
function workIn(store: Store) {
  let inProcess: Promise<Database> | undefined;
  return async <Result>(work: (db: Database) => Promise<Result>): Promise<Result> => {
    if (store.fault() === null)
      try {
        return await work(store.db);
      } catch {
        // The store itself says that it is down.
      }
    inProcess ??= openProcessDatabase();
    return work(await inProcess);
  };
}

export function createLimitWindows(store: Store, windowMs: number, now: () => number) {
  const work = workIn(store);
  const count = (db: Database, key: string) => countUp(db, { key, windowMs, now: now() });

  class RateLimitStore implements FastifyRateLimitStore {
    incr(key: string, callback: Parameters<FastifyRateLimitStore["incr"]>[1]): void {
      work((db) => count(db, key)).then(
        ({ count: current, resetsAt }) => callback(null, { current, ttl: resetsAt - now() }),
        (error) => callback(error),
      );
    }
    child(): RateLimitStore {
      return this;
    }
  }

  /** The window without a free slot, or null, and the count of that window, or of the first. */
  async function take(db: Database, windows: readonly [LimitWindow, LimitWindow], slot: string) {
    const { count: holders } = await count(db, slot);
    if (holders > 1) {
      const query = db.selectFrom("rateLimits").select(["count", "resetsAt"]);
      const known = await query.where("key", "=", windows[0].key).executeTakeFirst();
      // Its window may be over.
      if (known !== undefined && known.resetsAt > now()) return { full: null, ...known };
      return { full: null, count: 0, resetsAt: now() + windowMs };
    }
    const taken = [slot];
    const counts = [];
    // Locks are taken in one order, the busiest last.
    for (const window of windows) {
      const counted = await count(db, window.key);
      taken.push(window.key);
      counts.push(counted);
      if (counted.count <= window.max) continue;
      await countDown(db, taken);
      return { full: window, ...counted };
    }
    return { full: null, count: 0, resetsAt: now(), ...counts[0] };
  }

  /**
   * Takes a slot for a message in both windows, or in none: `full` is the first without a free one. A message that holds
   * a slot gets the same one again. Atomic, so that parallel messages never exceed a window. `release` gives the slots
   * back, unless a parallel reservation of the same message holds them, and never rejects.
   */
  const reserve = (windows: readonly [own: LimitWindow, all: LimitWindow], message: string) =>
    work(async (db) => {
      const slot = `${windows[0].key}:${message}`;
      const keys = windows.map(({ key }) => key);
      const { full, ...taken } = await db
        .transaction()
        .execute((locked) => take(locked, windows, slot));
      return {
        full,
        remaining: full === null ? Math.max(0, windows[0].max - taken.count) : 0,
        ttlMs: taken.resetsAt - now(),
        release: () => release(db, slot, keys),
      };
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
