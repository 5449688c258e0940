import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { type Dialect, type SqliteDatabase, SqliteDialect } from "kysely";

export const SQLITE_FILE = "site.sqlite";

/** A statement holds up the whole process while it waits for another one's write, which takes milliseconds. */
const BUSY_TIMEOUT_MS = 250;

/** Read-only, input and output, corrupt, cannot be opened, not a database: the file may be another one soon. */
const REOPENED = new Set([8, 10, 11, 14, 26]);

const isReopened = (error: unknown): boolean =>
  error instanceof Error && "errcode" in error && REOPENED.has(Number(error.errcode) & 0xff);

/** Only the site's account can read the file, and what is deleted is overwritten on the disk. */
function open(dataDir: string): DatabaseSync {
  const file = join(dataDir, SQLITE_FILE);
  mkdirSync(dataDir, { recursive: true });
  // Created before SQLite opens it, so that the journal gets the same permissions.
  closeSync(openSync(file, "a", 0o600));
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
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
function database(dataDir: string): SqliteDatabase {
  let db: DatabaseSync | null = null;
  const close = () => {
    db?.close();
    db = null;
  };
  function use<Result>(work: (db: DatabaseSync) => Result): Result {
    try {
      db ??= open(dataDir);
      return work(db);
    } catch (error) {
      if (isReopened(error)) close();
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

/** The store of one machine. Several processes may open the same file. */
export const sqliteDialect = (dataDir: string): Dialect =>
  new SqliteDialect({ database: database(dataDir) });
