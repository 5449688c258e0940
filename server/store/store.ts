import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import fp from "fastify-plugin";
import {
  CamelCasePlugin,
  type Dialect,
  Kysely,
  type Selectable,
  type SqlBool,
  sql,
  type Updateable,
} from "kysely";
import { SECOND_MS } from "../../shared/time.ts";
import { startRetention } from "../work-loop.ts";
import { describeFault, isOutage, type StoreFault } from "./outage.ts";
import { LIMIT_MS, PATIENT_LIMIT_MS, postgresDialect } from "./postgres.ts";
import { type MessageRow, migrate, type Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

/** The same tables in the memory of this process, for what can be counted there while the store is down. */
export async function openProcessDatabase(): Promise<Kysely<Tables>> {
  const dialect = sqliteDialect(null);
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  await migrate(db, false);
  return db;
}

/** While the store works, this changes nothing. */
async function tryToWrite(db: Kysely<Tables>, isReal: boolean): Promise<unknown> {
  const probe = { name: "probe", value: String(Date.now()) };
  if (!isReal) return db.updateTable("secrets").set(probe).where("name", "=", "").execute();
  const insert = db.insertInto("secrets").values(probe);
  return insert.onConflict((conflict) => conflict.column("name").doUpdateSet(probe)).execute();
}

/** Rejects when the signal aborts. */
async function everySecond(run: () => Promise<void>, signal: AbortSignal): Promise<never> {
  for (;;) {
    await wait(SECOND_MS, null, { signal, ref: false });
    await run();
  }
}

/** Opens `DATA_DIR/site.sqlite`, or a PostgreSQL, and migrates it. One that is down is no error: it is tried again every second. */
export async function openStore(
  dataDir: string,
  databaseUrl?: string,
  /** Called when the store goes down, with the reason, and with null when it is back. */
  onChange: (fault: StoreFault | null) => void = () => {},
) {
  const isShared = databaseUrl !== undefined;
  let fault: StoreFault | null = null;
  let isMigrated = false;
  const become = (next: StoreFault | null) => {
    const isChange = (fault === null) !== (next === null);
    fault = next;
    if (isChange) onChange(next);
  };
  const onError = (error: unknown) => {
    // Two instances that migrate at once disturb each other, and both go on.
    if (isMigrated && isOutage(error)) become(describeFault(error));
  };
  const open = (dialect: Dialect) =>
    new Kysely<Tables>({
      dialect,
      plugins: [new CamelCasePlugin()],
      log: (event) => {
        if (event.level === "error") onError(event.error);
      },
    });
  const openShared = async (url: string, limitMs: number) =>
    open(await postgresDialect(url, { limitMs, onError }));
  const db = isShared
    ? await openShared(databaseUrl, LIMIT_MS)
    : open(sqliteDialect(dataDir, () => fault !== null));
  // It connects when it is used.
  const patientDb = isShared ? await openShared(databaseUrl, PATIENT_LIMIT_MS) : db;
  async function beat(): Promise<void> {
    try {
      // SQLite has no lock for it: another process may have migrated the same file at this moment.
      const tryToMigrate = () => migrate(patientDb, isShared);
      if (!isMigrated) await (isShared ? tryToMigrate() : tryToMigrate().catch(tryToMigrate));
      isMigrated = true;
      await tryToWrite(db, fault !== null);
      become(null);
    } catch (error) {
      become(describeFault(error));
      // Another file may have no tables.
      isMigrated &&= isShared;
    }
  }
  const stopped = new AbortController();
  await beat();
  const beating = everySecond(beat, stopped.signal).catch(() => {});
  return {
    /** Rejects while the store is down. */
    db,
    /** The same tables, with time for what reads or changes all rows: exports and migrations. */
    patientDb,
    /** Other instances use it too. */
    isShared,
    /** Why the store is down; null while it works. */
    fault: () => fault,
    close: async () => {
      stopped.abort();
      await beating;
      await db.destroy();
      if (isShared) await patientDb.destroy();
    },
  };
}

declare module "fastify" {
  interface FastifyInstance {
    store: Store;
  }
}

export const storePlugin = fp(
  async (app) => {
    const { DATA_DIR, DATABASE_URL, FRESH_SECONDS, STALE_IF_ERROR_SECONDS } = app.config;
    const store = await openStore(DATA_DIR, DATABASE_URL, (fault) => {
      if (fault === null) app.log.info("the store is back");
      else app.log.error({ fault: fault.message }, "the store is down: forms may be refused");
    });
    app.decorate("store", store);
    app.addHook("onClose", () => store.close());
    // Windows that are over, responses of the source that are too old to be served, and changes before them.
    startRetention(app, store, "store", async () => {
      if (store.fault() !== null) return 0;
      const now = app.clock();
      const before = now - (FRESH_SECONDS + STALE_IF_ERROR_SECONDS) * SECOND_MS;
      const { patientDb } = store;
      await patientDb.deleteFrom("rateLimits").where("resetsAt", "<=", now).execute();
      await patientDb.deleteFrom("sourceResponses").where("fetchedAt", "<", before).execute();
      await patientDb.deleteFrom("changes").where("at", "<", before).execute();
      return 0;
    });
  },
  { name: "store", dependencies: ["observability"] },
);

/** Claims the row that has been due longest, until `leaseEnd`; undefined when none is due, or another process was quicker. */
export async function claimDue<Table extends "messages" | "gifts" | "mails">(
  db: Kysely<Tables>,
  table: Table,
  { now, leaseEnd }: { now: number; leaseEnd: number },
): Promise<Tables[Table] | undefined> {
  const { rows } = await sql<Tables[Table]>`
    update ${sql.table(table)} set due_at = ${leaseEnd}, tries = tries + 1, claim = ${randomUUID()}
    where reference = (
      select reference from ${sql.table(table)} where due_at <= ${now} order by due_at limit 1
    ) and due_at <= ${now}
    returning *`.execute(db);
  return rows[0];
}

/** As staff search it: without accents, and with one apostrophe for those of every keyboard. */
export const searchable = (text: string) =>
  text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[‘’ʼ]/g, "'").toLowerCase();

/** The names and e-mail addresses of what was sent, as staff search them. */
export function senderOf(fields: object): string {
  const named = Object.entries(fields).filter(([name]) => /name|email/i.test(name));
  const texts = named.map(([, value]) => value).filter((value) => typeof value === "string");
  return searchable(texts.join(" "));
}

/** Its row stays for a while, so that it is not composed again; no try of it goes on. */
export const ERASED_MAIL = {
  state: "sent",
  dueAt: null,
  claim: null,
  recipient: "",
  replyTo: null,
  subject: "",
  text: "",
} as const;

/** Erases the mails about a message or gift. */
export const eraseMails = (db: Kysely<Tables>, reference: string) =>
  db.updateTable("mails").set(ERASED_MAIL).where("reference", "like", `${reference}.%`).execute();

/** References of mails with a link that signs in begin with it; those of all others, with that of a message or gift. */
export const SIGN_IN_MAILS = "sign-in.";

/** Whether the message of a mail is there, or its gift with the donor. A mail with a link has neither. */
const HAS_SUBJECT = sql<SqlBool>`(
  mails.reference like ${`${SIGN_IN_MAILS}%`}
  or exists (select 1 from messages where mails.reference like messages.reference || '.%')
  or exists (select 1 from gifts where mails.reference like gifts.reference || '.%' and gifts.sender <> '')
)`;

/** Erases mails whose message is gone or whose donor is forgotten: a mail never outlives the words it quotes. */
export async function eraseOrphanedMails(db: Kysely<Tables>, reference?: string): Promise<number> {
  const withText = db.updateTable("mails").set(ERASED_MAIL).where("text", "<>", "");
  const orphaned = withText.where(({ not }) => not(HAS_SUBJECT));
  const query = reference ? orphaned.where("reference", "=", reference) : orphaned;
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Counts one more for a key in its window, which the first one opens. */
export async function countUp(
  db: Kysely<Tables>,
  { key, windowMs, now }: { key: string; windowMs: number; now: number },
): Promise<{ count: number; resetsAt: number }> {
  // A window that ends too late was begun before the clock was set back.
  const isOver = sql<boolean>`(rate_limits.resets_at <= ${now} or rate_limits.resets_at > ${now + 2 * windowMs})`;
  return db
    .insertInto("rateLimits")
    .values({ key, count: 1, resetsAt: now + windowMs })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_limits.count + 1 end`,
        resetsAt: sql`case when ${isOver} then ${now + windowMs} else rate_limits.resets_at end`,
      }),
    )
    .returning(["count", "resetsAt"])
    .executeTakeFirstOrThrow();
}

/** Changes the row that still has the values that were read. False when there is none: others have changed it. */
export async function compareAndSet<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  { read, values }: { read: Partial<Selectable<Tables[Table]>>; values: Updateable<Tables[Table]> },
): Promise<boolean> {
  // Kysely's types cannot follow a table that is not known yet.
  const update = db.updateTable(table as "messages").set(values as Updateable<MessageRow>);
  const same = update.where(({ and }) => and(read as Partial<MessageRow>));
  return (await same.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
