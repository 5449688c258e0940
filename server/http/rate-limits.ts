import type { FastifyInstance, FastifyReply } from "fastify";
import type { Kysely } from "kysely";
import type { FormName } from "../../shared/forms/form-names.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import type { Tables } from "../store/schema.ts";
import { countUp, openProcessDatabase } from "../store/store.ts";
import { clientKey } from "./client-address.ts";

export interface Refusal {
  /** The exceeded limit: on the accepted messages of one client, on those of all clients, or on tries. */
  limit: "own" | "all" | "tries";
  /** The time until the limit ends. */
  seconds: number;
}

type Database = Kysely<Tables>;

const countDown = (db: Database, key: string) =>
  db
    .updateTable("rateLimits")
    .set(({ eb }) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .returning("count")
    .executeTakeFirst();

/** Releases a slot and its place in the windows, unless a parallel reservation of the same message still holds them. */
async function release(db: Database, slot: string, windows: readonly string[]): Promise<void> {
  const work = db.transaction().execute(async (locked) => {
    const left = await countDown(locked, slot);
    // Keep the order of `reserve`: rows stay locked until the end, and a different order could deadlock.
    if (left?.count === 0) for (const key of windows) await countDown(locked, key);
  });
  // A slot that cannot be released expires with its window.
  await work.catch(() => {});
}

/** Opens limits that count in windows. A window begins with the first post. */
function openLimits({ store, clock }: FastifyInstance, windowMs: number) {
  let inProcess: Promise<Database> | undefined;

  /** Counts in the store, or in this process while the store is down. */
  async function inStore<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
    if (store.fault() === null)
      try {
        return await work(store.db);
      } catch {
        // The store itself logs that the store is down.
      }
    inProcess ??= openProcessDatabase();
    return work(await inProcess);
  }

  const count = (db: Database, key: string) => countUp(db, { key, windowMs, now: clock() });

  /** Sends the state of a limit (draft-ietf-httpapi-ratelimit-headers). Returns a refusal when the limit is exceeded. */
  function judge(
    reply: FastifyReply,
    { kind, name, max }: { kind: Refusal["limit"]; name: string; max: number },
    { count, resetsAt }: Awaited<ReturnType<typeof countUp>>,
  ): Refusal | null {
    const seconds = Math.max(1, Math.ceil((resetsAt - clock()) / 1_000));
    reply.header("ratelimit-policy", `"${name}";q=${max};w=${windowMs / 1_000}`);
    reply.header("ratelimit", `"${name}";r=${Math.max(0, max - count)};t=${seconds}`);
    if (count <= max) return null;
    reply.request.stats.limited = kind === "tries" ? kind : name;
    return { limit: kind, seconds };
  }

  /** Counts a try of any kind, before the body of the request is read. */
  async function countTry(reply: FastifyReply, name: string, max: number): Promise<Refusal | null> {
    const key = `${name}:${clientKey(reply.request)}`;
    return judge(reply, { kind: "tries", name, max }, await inStore((db) => count(db, key)));
  }

  return { inStore, count, judge, countTry };
}

/** Limits the changes by staff from one IP address, counting wrong tokens too. */
export function createWriteLimit(app: FastifyInstance) {
  const { countTry } = openLimits(app, MINUTE_MS);
  return (reply: FastifyReply) => countTry(reply, "writes", 60);
}

/** Limits accepted messages per form and client, accepted messages in all, and tries, which may be more (docs/decisions/0049). */
export function createFormLimits(app: FastifyInstance) {
  const { FORM_RATE_MAX: max, FORM_RATE_GLOBAL_MAX, FORM_RATE_WINDOW_SECONDS } = app.config;
  const { inStore, count, judge, countTry } = openLimits(app, FORM_RATE_WINDOW_SECONDS * 1_000);
  const all = { kind: "all", name: "all", max: FORM_RATE_GLOBAL_MAX } as const;
  return {
    countTry: (form: FormName, reply: FastifyReply) =>
      countTry(reply, `${form}-tries`, Math.max(60, 6 * max)),
    /** Reserves a place for a valid message, to be released if the message is not accepted. A repeated key takes no second place. */
    async reserve(form: FormName, reply: FastifyReply, messageKey: string) {
      const own = { kind: "own", name: form, max } as const;
      const ownKey = `${form}:${clientKey(reply.request)}`;
      const slot = `${ownKey}:${messageKey}`;
      const windows = [ownKey, all.name];
      return inStore(async (db) => {
        const refusal = await db.transaction().execute(async (locked) => {
          if ((await count(locked, slot)).count > 1) return null;
          const ofOwn = await count(locked, ownKey);
          // Count the busiest row last, since the row stays locked until the end.
          const ofAll = await count(locked, all.name);
          const isAllFull = ofOwn.count <= max && ofAll.count > all.max;
          const full = isAllFull ? judge(reply, all, ofAll) : judge(reply, own, ofOwn);
          if (full !== null) for (const key of [slot, ...windows]) await countDown(locked, key);
          return full;
        });
        return { refusal, release: () => release(db, slot, windows) };
      });
    },
  };
}
