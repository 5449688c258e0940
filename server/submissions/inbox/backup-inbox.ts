import { closeSync, fsyncSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const BUSY_TIMEOUT_MS = 2_000;

/**
 * Copies `inbox.sqlite` as it is at one moment, while the site runs, to a new file that only its owner can read.
 * Returns how many messages it holds.
 * @throws a system error when the file exists or cannot be written, or when there is no inbox
 */
export function backupInbox(dataDir: string, file: string): number {
  const db = new DatabaseSync(join(dataDir, "inbox.sqlite"), {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  try {
    const opened = openSync(file, "wx", 0o600);
    try {
      // Reads one snapshot and writes what is in it: neither a journal nor the rest of erased messages.
      db.prepare("VACUUM INTO ?").run(file);
      fsyncSync(opened);
    } catch (error) {
      unlinkSync(file);
      throw error;
    } finally {
      closeSync(opened);
    }
  } finally {
    db.close();
  }
  const copy = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(copy.prepare("SELECT count(*) AS count FROM messages").get()?.count);
  } finally {
    copy.close();
  }
}
