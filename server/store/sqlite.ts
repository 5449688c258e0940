import { closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { type DatabaseConnection, type Dialect, type SqliteDatabase, SqliteDialect } from "kysely";

export const SQLITE_FILE = "site.sqlite";

/** The write of another process takes milliseconds. */
const [RETRY_MS, LONGEST_WAIT_MS] = [10, 2_000];
const BUSY = 5;
/** Read-only, input and output, corrupt, cannot be opened, not a database: the file may be another one soon. */
const REOPENED = new Set([8, 10, 11, 14, 26]);

const codeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;

/** With its parents. Node itself tries for ever where there can be no folder, as in `/proc`. */
export function makeFolder(dir: string, mode = 0o777): void {
  if (!existsSync(dirname(dir))) makeFolder(dirname(dir), mode);
  mkdirSync(dir, { recursive: existsSync(dir), mode });
}

/** Only the site's account can read the file, and what is deleted is overwritten on the disk. */
function open(dataDir: string | null): DatabaseSync {
  if (dataDir === null) return new DatabaseSync(":memory:");
  const file = join(dataDir, SQLITE_FILE);
  makeFolder(dataDir);
  // Created before SQLite opens it, so that the journal gets the same permissions.
  closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file, { timeout: 0 });
  try {
    // WAL: reads go on during a write. FULL: a commit is on disk before it returns.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON");
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** `node:sqlite` with the shape that Kysely expects, opened when it is used. */
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
      // What is written to a file that has been removed would be gone with it.
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

/** Waits while another process writes. SQLite itself would hold up this process meanwhile. */
function waitWhileBusy(connection: DatabaseConnection, isDown: () => boolean): void {
  const execute: DatabaseConnection["executeQuery"] = connection.executeQuery.bind(connection);
  connection.executeQuery = async (query, options) => {
    const giveUpAt = performance.now() + LONGEST_WAIT_MS;
    for (;;) {
      try {
        return await execute(query, options);
      } catch (error) {
        if (codeOf(error) !== BUSY || isDown() || performance.now() > giveUpAt) throw error;
        await wait(RETRY_MS);
      }
    }
  };
}

/** Null keeps it in memory. Several processes may open the same file. */
export const sqliteDialect = (dataDir: string | null, isDown = () => false): Dialect =>
  new SqliteDialect({
    database: database(dataDir),
    onCreateConnection: async (connection) => waitWhileBusy(connection, isDown),
  });
