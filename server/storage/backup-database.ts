import { closeSync, fsyncSync, openSync, unlinkSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

const BUSY_TIMEOUT_MS = 2_000;

/**
 * Copies a database as it is at one moment, while the site runs, to a new file that only its owner can read. Returns
 * how many rows of `table` it holds.
 * @throws a system error when the new file exists or cannot be written, or when there is no database
 */
export function backupDatabase(options: { from: string; to: string; table: string }): number {
  const { from, to, table } = options;
  const db = new DatabaseSync(from, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    const opened = openSync(to, "wx", 0o600);
    try {
      // Reads one snapshot and writes what is in it: neither a journal nor the rest of erased rows.
      db.prepare("VACUUM INTO ?").run(to);
      fsyncSync(opened);
    } catch (error) {
      unlinkSync(to);
      throw error;
    } finally {
      closeSync(opened);
    }
  } finally {
    db.close();
  }
  const copy = new DatabaseSync(to, { readOnly: true });
  try {
    return Number(copy.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.count);
  } finally {
    copy.close();
  }
}
