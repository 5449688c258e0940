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
import { startRetention } from "../retention.ts";
import { describeFault, isOutage, type StoreFault } from "./outage.ts";
import { LIMIT_MS, PATIENT_LIMIT_MS, postgresDialect } from "./postgres.ts";
import { type MessageRow, migrate, type Tables } from "./schema.ts";
import { sqliteDialect } from "./sqlite.ts";

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Opens the same tables in the memory of this process, for counting there while the store is down. */
export async function openProcessDatabase(): Promise<Kysely<Tables>> {
  const dialect = sqliteDialect(null);
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin()] });
  await migrate(db, false);
  return db;
}

/** Tries a write. Unless `isReal`, the write matches no row and so changes nothing. */
async function tryToWrite(db: Kysely<Tables>, isReal: boolean): Promise<unknown> {
  const probe = { name: "probe", value: String(Date.now()) };
  if (!isReal) return db.updateTable("secrets").set(probe).where("name", "=", "").execute();
  const insert = db.insertInto("secrets").values(probe);
  return insert.onConflict((conflict) => conflict.column("name").doUpdateSet(probe)).execute();
}

/** Runs a task every second, and rejects when the signal aborts. */
async function everySecond(run: () => Promise<void>, signal: AbortSignal): Promise<never> {
  for (;;) {
    await wait(SECOND_MS, null, { signal, ref: false });
    await run();
  }
}

/** Opens and migrates `DATA_DIR/site.sqlite` or PostgreSQL. A store that is down is no error, but retried every second. */
export async function openStore(
  dataDir: string,
  databaseUrl?: string,
  /** Called with the reason when the store goes down, and with null when the store is back. */
  onChange: (fault: StoreFault | null) => void = () => {},
) {
  const isShared = databaseUrl !== undefined;
  let fault: StoreFault | null = null;
  let isMigrated = false;
  const setFault = (next: StoreFault | null) => {
    const isChange = (fault === null) !== (next === null);
    fault = next;
    if (isChange) onChange(next);
  };
  const onError = (error: unknown) => {
    // Ignore errors before the migration: two instances that migrate at once disturb each other, and both recover.
    if (isMigrated && isOutage(error)) setFault(describeFault(error));
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
  // The second pool connects only when used.
  const patientDb = isShared ? await openShared(databaseUrl, PATIENT_LIMIT_MS) : db;
  async function checkConnection(): Promise<void> {
    try {
      // SQLite has no lock for migrations: retry once, since another process may just have migrated the same file.
      const tryToMigrate = () => migrate(patientDb, isShared);
      if (!isMigrated) await (isShared ? tryToMigrate() : tryToMigrate().catch(tryToMigrate));
      isMigrated = true;
      await tryToWrite(db, fault !== null);
      setFault(null);
    } catch (error) {
      setFault(describeFault(error));
      // A replaced SQLite file may have no tables.
      isMigrated &&= isShared;
    }
  }
  const stopped = new AbortController();
  await checkConnection();
  const checking = everySecond(checkConnection, stopped.signal).catch(() => {});
  return {
    /** The database, whose queries reject while the store is down. */
    db,
    /** The same database with a long time limit, for exports and migrations, which read or change all rows. */
    patientDb,
    /** Whether other instances may use the same store. */
    isShared,
    /** Returns the reason why the store is down, or null. */
    fault: () => fault,
    close: async () => {
      stopped.abort();
      await checking;
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
    // Delete expired windows, responses of the source that are too old to be served, and changes of the same age.
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

/** Claims the longest-due row until `leaseEnd`. Returns undefined when no row is due, or when another process was quicker. */
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

/** The values of an erased mail. The row stays for a while, so that the mail is not composed again, and ends all tries. */
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

/** The prefix of the references of sign-in mails. Other mails' references begin with the reference of a message or gift. */
export const SIGN_IN_MAILS = "sign-in.";
/** The prefix of the references of mails about the people who may sign in. */
export const PEOPLE_MAILS = "people.";

/** The prefix of the references of mails to the office about the accounts on the website. */
export const WEBSITE_MAILS = "website.";

/** A condition on mails whose message exists, or whose gift still has its donor. A mail about signing in or the website needs neither. */
const HAS_SUBJECT = sql<SqlBool>`(
  mails.reference like ${`${SIGN_IN_MAILS}%`}
  or mails.reference like ${`${PEOPLE_MAILS}%`}
  or mails.reference like ${`${WEBSITE_MAILS}%`}
  or exists (select 1 from messages where mails.reference like messages.reference || '.%')
  or exists (select 1 from gifts where mails.reference like gifts.reference || '.%' and gifts.sender <> '')
)`;

/** Erases mails whose message is gone or whose donor is forgotten, since a mail must not outlive the words that the mail quotes. */
export async function eraseOrphanedMails(db: Kysely<Tables>, reference?: string): Promise<number> {
  const withText = db.updateTable("mails").set(ERASED_MAIL).where("text", "<>", "");
  const orphaned = withText.where(({ not }) => not(HAS_SUBJECT));
  const query = reference ? orphaned.where("reference", "=", reference) : orphaned;
  return Number((await query.executeTakeFirst()).numUpdatedRows);
}

/** Counts up for a key within its window, which the first count opens. */
export async function countUp(
  db: Kysely<Tables>,
  { key, windowMs, now }: { key: string; windowMs: number; now: number },
): Promise<{ count: number; resetsAt: number }> {
  // A window that ends too late began before the clock was set back.
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

/** Counts down again what `countUp` has counted. */
export const countDown = (db: Kysely<Tables>, key: string) =>
  db
    .updateTable("rateLimits")
    .set(({ eb }) => ({ count: eb("count", "-", 1) }))
    .where("key", "=", key)
    .where("count", ">", 0)
    .execute();

/** Changes the row only if the row still has the values that were read. Returns false after a concurrent change. */
export async function compareAndSet<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  { read, values }: { read: Partial<Selectable<Tables[Table]>>; values: Updateable<Tables[Table]> },
): Promise<boolean> {
  // Kysely's types cannot follow a generic table name.
  const update = db.updateTable(table as "messages").set(values as Updateable<MessageRow>);
  const same = update.where(({ and }) => and(read as Partial<MessageRow>));
  return (await same.executeTakeFirstOrThrow()).numUpdatedRows > 0n;
}
