import { closeSync, openSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import type { Config } from "../../config.ts";
import { SQLITE_FILE } from "../../store/sqlite.ts";
import { CommandError } from "./read-command.ts";

/** Copies a database as it is at one moment to a new file that only its owner can read. */
async function copy(from: string, to: string): Promise<void> {
  const db = new DatabaseSync(from, { readOnly: true });
  try {
    closeSync(openSync(to, "wx", 0o600));
    await backup(db, to).catch((error: unknown) => {
      unlinkSync(to);
      throw error;
    });
  } finally {
    db.close();
  }
}

/** `npm run backup -- FILE`, while the site runs. */
export async function backUp(
  { DATABASE_URL, DATA_DIR }: Config,
  to: string | undefined,
): Promise<string> {
  if (DATABASE_URL !== undefined)
    throw new CommandError(
      'The store is in PostgreSQL: back it up with pg_dump --format=custom --file=FILE "$DATABASE_URL"',
    );
  if (to === undefined) throw new CommandError("npm run backup -- FILE: the name of a new file");
  try {
    await copy(join(DATA_DIR, SQLITE_FILE), to);
  } catch (error) {
    throw new CommandError(`No backup: ${error instanceof Error ? error.message : error}`);
  }
  return `The store is in ${to}.\n`;
}
