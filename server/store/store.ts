import { CamelCasePlugin, Kysely } from "kysely";
import { migrate } from "./migrations.ts";
import { postgresDialect } from "./postgres.ts";
import { sqliteDialect } from "./sqlite.ts";
import type { Tables } from "./tables.ts";

export interface Store {
  /** Rejects while the store is down. */
  db: Kysely<Tables>;
  /** Other instances use it too. */
  isShared: boolean;
  /** Why the store is down; null while it works. */
  fault: () => string | null;
  close: () => Promise<void>;
}

const HEARTBEAT_MS = 1_000;

/** The message and the code, without values and credentials. */
function faultOf(error: unknown): string {
  const { message, code } = (error ?? {}) as { message?: unknown; code?: unknown };
  // The error of several addresses has a code alone.
  const text = typeof message === "string" && message !== "" ? message : "no connection";
  return code === undefined ? text : `${text} (${code})`;
}

/** The same tables in the memory of this process, for what can be counted there while the store is down. */
export async function openProcessDatabase(): Promise<Kysely<Tables>> {
  const plugins = [new CamelCasePlugin()];
  const db = new Kysely<Tables>({ dialect: sqliteDialect(null), plugins });
  await migrate(db, false);
  return db;
}

/** While the store works, this changes nothing and only shows that it could. */
async function tryToWrite(db: Kysely<Tables>, isReal: boolean): Promise<void> {
  const probe = { name: "probe", value: String(Date.now()) };
  if (!isReal) await db.updateTable("secrets").set(probe).where("name", "=", "").execute();
  else
    await db
      .insertInto("secrets")
      .values(probe)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(probe))
      .execute();
}

/**
 * Opens `DATA_DIR/site.sqlite`, or the PostgreSQL of a URL, and migrates it. A store that is down is no error: it is
 * tried again every second.
 */
export async function openStore(options: {
  dataDir: string;
  databaseUrl: string | undefined;
  /** Called when the store goes down, with the reason, and with null when it is back. */
  onChange: (fault: string | null) => void;
}): Promise<Store> {
  const { dataDir, databaseUrl, onChange } = options;
  const isShared = databaseUrl !== undefined;
  let fault: string | null = null;
  let isMigrated = false;
  const become = (next: string | null) => {
    const isChange = (fault === null) !== (next === null);
    fault = next;
    if (isChange) onChange(next);
  };
  const onError = (error: unknown) => {
    // Two instances that migrate at once disturb each other, and both go on.
    if (isMigrated) become(faultOf(error));
  };
  const db = new Kysely<Tables>({
    dialect: isShared ? await postgresDialect(databaseUrl, onError) : sqliteDialect(dataDir),
    plugins: [new CamelCasePlugin()],
    log: (event) => {
      if (event.level === "error") onError(event.error);
    },
  });
  const tryToMigrate = () => migrate(db, isShared);
  async function beat(): Promise<void> {
    try {
      // Only PostgreSQL has a lock: another process may have migrated the same file at this moment.
      if (!isMigrated) await (isShared ? tryToMigrate() : tryToMigrate().catch(tryToMigrate));
      isMigrated = true;
      await tryToWrite(db, fault !== null);
      become(null);
    } catch (error) {
      become(faultOf(error));
    }
  }
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();
  const startBeat = () => {
    beating = beat().then(() => {
      if (!isClosed) timer = setTimeout(startBeat, HEARTBEAT_MS).unref();
    });
    return beating;
  };
  await startBeat();
  return {
    db,
    isShared,
    fault: () => fault,
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      await beating;
      await db.destroy();
    },
  };
}
