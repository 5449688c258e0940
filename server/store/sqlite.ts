import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import {
  type DatabaseConnection,
  type Dialect,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

export const SQLITE_FILE = "site.sqlite";

/** The pause between retries while another process writes, which takes milliseconds. */
const RETRY_MS = 10;
const LONGEST_WAIT_MS = 2_000;
const BUSY = 5;
/** Result codes after which we reopen the file, which may be replaced: read-only, I/O error, corrupt, cannot open, not a database. */
const REOPENED = new Set([8, 10, 11, 14, 26]);

const codeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;

/** Creates a folder and its parents one by one. Node's own recursion never ends where no folder can exist, as in `/proc`. */
export function makeFolder(dir: string, mode = 0o777): void {
  if (!existsSync(dirname(dir))) makeFolder(dirname(dir), mode);
  mkdirSync(dir, { recursive: existsSync(dir), mode });
}

/** Opens the file, which only the site's account can read. SQLite overwrites deleted data on the disk. */
function open(dataDir: string | null): DatabaseSync {
  if (dataDir === null) return new DatabaseSync(":memory:");
  const file = join(dataDir, SQLITE_FILE);
  makeFolder(dataDir);
  // Created before SQLite opens it, so that the journal gets the same permissions.
  closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    // WAL lets reads continue during a write. FULL returns from a commit only once the commit is on disk.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Wraps `node:sqlite` in the interface that Kysely expects. The file is opened on first use. */
function database(dataDir: string | null): SqliteDatabase {
  let db: DatabaseSync | null = null;
  let opened: number | undefined;
  const inode = () =>
    dataDir === null
      ? undefined
      : statSync(join(dataDir, SQLITE_FILE), { throwIfNoEntry: false })?.ino;
  const close = () => {
    db?.close();
    db = null;
  };
  function use<Result>(work: (db: DatabaseSync) => Result): Result {
    try {
      // Data written to a removed file would be lost.
      if (db !== null && inode() !== opened) {
        close();
        throw new Error(`${SQLITE_FILE} has been removed or replaced`);
      }
      if (db === null) {
        db = open(dataDir);
        opened = inode();
      }
      return work(db);
    } catch (error) {
      if (REOPENED.has(codeOf(error))) close();
      throw error;
    }
  }
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    close,
    prepare: (text) => {
      const statement = use((opened) => opened.prepare(text));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => use(() => statement.all(...values(parameters))),
        run: (parameters) => use(() => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/** SQLite's connection, with a retry while another process writes. SQLite's own wait would block this process meanwhile. */
class PatientConnection implements DatabaseConnection {
  readonly #connection;
  readonly #isDown;

  constructor(connection: DatabaseConnection, isDown: () => boolean) {
    this.#connection = connection;
    this.#isDown = isDown;
  }

  executeQuery: DatabaseConnection["executeQuery"] = async (query, options) => {
    const giveUpAt = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      try {
        return await this.#connection.executeQuery(query, options);
      } catch (error) {
        if (codeOf(error) !== BUSY || this.#isDown() || performance.now() > giveUpAt) throw error;
        await wait(RETRY_MS);
      }
    }
  };

  streamQuery: DatabaseConnection["streamQuery"] = (query, chunkSize, options) =>
    this.#connection.streamQuery(query, chunkSize, options);
}

class PatientDriver extends SqliteDriver {
  readonly #isDown;
  #connection: Promise<DatabaseConnection> | undefined;

  constructor(config: SqliteDialectConfig, isDown: () => boolean) {
    super(config);
    this.#isDown = isDown;
  }

  override acquireConnection(): Promise<DatabaseConnection> {
    this.#connection ??= super
      .acquireConnection()
      .then((connection) => new PatientConnection(connection, this.#isDown));
    return this.#connection;
  }
}

/** Returns the dialect for SQLite, in memory when `dataDir` is null. Several processes may open the same file. */
export function sqliteDialect(dataDir: string | null, isDown = () => false): Dialect {
  const config = { database: database(dataDir) };
  const dialect = new SqliteDialect(config);
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => new PatientDriver(config, isDown),
  };
}
