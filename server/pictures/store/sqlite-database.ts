import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** How long a statement waits for the write of another process. */
const BUSY_TIMEOUT_MS = 2000;

/**
 * Opens a database file, creates its folder when it is missing, and migrates its schema.
 *
 * `migrations[n]` takes the schema from `PRAGMA user_version` n to n + 1. A migration that has shipped
 * is never edited: the next change is a new one at the end.
 */
export function openDatabase({
  file,
  migrations,
}: {
  file: string;
  migrations: readonly string[];
}): DatabaseSync {
  mkdirSync(dirname(file), { recursive: true });
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // WAL: reads go on during a write. FULL: a commit is on disk before it returns.
    db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;");
    migrate(db, file, migrations);
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

/** Runs `work` in one write transaction, which is rolled back when it throws. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  // IMMEDIATE takes the write lock first, so that what `work` reads cannot change under it.
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite rolls back by itself after some errors, such as a full disk.
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

function migrate(db: DatabaseSync, file: string, migrations: readonly string[]): void {
  inTransaction(db, () => {
    const current = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    if (current > migrations.length) {
      throw new Error(
        `${file} has schema ${current}, this program supports up to ${migrations.length}`,
      );
    }
    if (current === migrations.length) return;
    for (const step of migrations.slice(current)) db.exec(step);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
