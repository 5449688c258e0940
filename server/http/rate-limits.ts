import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { FormName } from "../../shared/forms/form-names.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Tables } from "../store/schema.ts";
import { countUp, openProcessDatabase } from "../store/store.ts";
import { clientKey } from "./server-options.ts";

/** A refusal: by the limit on accepted messages of one client or of all, or by that on tries. */
export interface Refusal {
  limit: "own" | "all" | "tries";
  /** Until the limit ends. */
  seconds: number;
}

/** A place for one message in its limits. */
export type Place = { refusal: Refusal } | { refusal: null; release: () => Promise<void> };

/** So many posts in a window, which the first one starts. */
interface Limit {
  name: string;
  max: number;
  /** Milliseconds. */
  timeWindow: number;
}

/** Sets `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
function setLimitHeaders(
  reply: FastifyReply,
  { name, max, timeWindow }: Limit,
  { remaining, ttlInSeconds }: { remaining: number; ttlInSeconds: number },
): void {
  reply.header("ratelimit-policy", `"${name}";q=${max};w=${timeWindow / 1_000}`);
  reply.header("ratelimit", `"${name}";r=${remaining};t=${ttlInSeconds}`);
}

/** Changes a minute from one IP address, wrong tokens included. */
const WRITES_A_MINUTE = 60;

/** Staff are few: each instance counts for itself. Null when a change is allowed, else seconds until the next one is. */
export async function addWriteLimit(app: FastifyInstance) {
  await app.register(rateLimit, { global: false });
  const limit = { name: "writes", max: WRITES_A_MINUTE, timeWindow: MINUTE_MS };
  const count = app.createRateLimit({ ...limit, keyGenerator: clientKey });
  return async (request: FastifyRequest, reply: FastifyReply): Promise<number | null> => {
    const counted = await count(request);
    // Only a list could allow a request without counting it, and there is none.
    if (counted.isAllowed) return null;
    setLimitHeaders(reply, limit, counted);
    return counted.isExceeded ? counted.ttlInSeconds : null;
  };
}

type Database = Kysely<Tables>;
type Window = Limit & { key: string };

const countDown = (db: Database, keys: readonly string[]) =>
  db
    .updateTable("rateLimits")
    .set(({ eb }) => ({ count: eb("count", "-", 1) }))
    .where("key", "in", keys)
    .where("count", ">", 0)
    .returning(["key", "count"])
    .execute();

/** Gives a slot and its place in the windows back, unless a parallel reservation of the same message holds them. */
async function release(db: Database, slot: string, windows: readonly string[]): Promise<void> {
  const work = db.transaction().execute(async (locked) => {
    const [left] = await countDown(locked, [slot]);
    if (left?.count === 0) await countDown(locked, windows);
  });
  // A slot that cannot be given back ends with its window.
  await work.catch(() => {});
}

/** Counts in the store; in this process while the store is down. */
function openCounters({ store, clock }: FastifyInstance, windowMs: number) {
  let inProcess: Promise<Database> | undefined;

  async function work<Result>(count: (db: Database) => Promise<Result>): Promise<Result> {
    if (store.fault() === null)
      try {
        return await count(store.db);
      } catch {
        // The store itself says that it is down.
      }
    inProcess ??= openProcessDatabase();
    return count(await inProcess);
  }

  const count = (db: Database, key: string) => countUp(db, { key, windowMs, now: clock() });

  /** A slot for a message in both windows, or in none: `full` is the first without a free one. The same key has the same slot. */
  async function take(db: Database, slot: string, [own, all]: readonly [own: Window, all: Window]) {
    const now = clock();
    if ((await count(db, slot)).count > 1) {
      const query = db.selectFrom("rateLimits").select(["count", "resetsAt"]);
      const known = await query.where("key", "=", own.key).executeTakeFirst();
      if (known !== undefined && known.resetsAt > now) return { full: null, ...known };
      return { full: null, count: 0, resetsAt: now + windowMs };
    }
    const ofOwn = await count(db, own.key);
    if (ofOwn.count > own.max) {
      await countDown(db, [slot, own.key]);
      return { full: own, ...ofOwn };
    }
    // The busiest last: its row is locked until the end.
    const ofAll = await count(db, all.key);
    if (ofAll.count <= all.max) return { full: null, ...ofOwn };
    await countDown(db, [slot, own.key, all.key]);
    return { full: all, ...ofAll };
  }

  return { work, count, take };
}

/** Accepted messages of each form and client, those of all, and tries, which may be more (docs/decisions/0049). */
export function createFormLimits(app: FastifyInstance) {
  const { FORM_RATE_MAX: max, FORM_RATE_GLOBAL_MAX, FORM_RATE_WINDOW_SECONDS } = app.config;
  const timeWindow = FORM_RATE_WINDOW_SECONDS * 1_000;
  const counters = openCounters(app, timeWindow);
  const all = { name: "all", key: "all", max: FORM_RATE_GLOBAL_MAX, timeWindow };

  /** Shows a limit after a count; returns the seconds until its window ends. */
  function show(reply: FastifyReply, limit: Limit, count: number, resetsAt: number): number {
    const ttlInSeconds = Math.max(1, Math.ceil((resetsAt - app.clock()) / 1_000));
    setLimitHeaders(reply, limit, { remaining: Math.max(0, limit.max - count), ttlInSeconds });
    return ttlInSeconds;
  }

  return {
    /** Counts a try of any kind, before its body is read. */
    async countTry(
      form: FormName,
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<Refusal | null> {
      const tries = { name: `${form}-tries`, max: Math.max(60, 6 * max), timeWindow };
      const key = `${tries.name}:${clientKey(request)}`;
      const { count, resetsAt } = await counters.work((db) => counters.count(db, key));
      const seconds = show(reply, tries, count, resetsAt);
      if (count <= tries.max) return null;
      request.stats.limited = "tries";
      return { limit: "tries", seconds };
    },
    /** Reserves a place for a valid message, released when it is not accepted. The same key takes no second place. */
    async reserve(form: FormName, reply: FastifyReply, messageKey: string): Promise<Place> {
      const { request } = reply;
      const own = { name: form, key: `${form}:${clientKey(request)}`, max, timeWindow };
      const slot = `${own.key}:${messageKey}`;
      return counters.work(async (db) => {
        const take = (locked: Database) => counters.take(locked, slot, [own, all]);
        const { full, count, resetsAt } = await db.transaction().execute(take);
        const seconds = show(reply, full ?? own, count, resetsAt);
        if (full === null)
          return { refusal: null, release: () => release(db, slot, [own.key, all.key]) };
        request.stats.limited = full.name;
        return { refusal: { limit: full === all ? "all" : "own", seconds } };
      });
    },
  };
}
