import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DAY_MS } from "../../../shared/time.ts";
import type { Config } from "../../config.ts";
import { makeFolder, SQLITE_FILE } from "../../store/sqlite.ts";
import { CommandError, readArgs } from "../program.ts";

const IN_POSTGRES = `With DATABASE_URL, all data is in PostgreSQL. Back it up with:  pg_dump --format=custom --file=FILE "$DATABASE_URL"
Nothing else needs a backup: DATA_DIR has only pictures, which are fetched again.`;
export const BACKUP_USAGE = `npm run backup -- DIR [--keep DAYS]

Copies all data that cannot be fetched again to a new file in DIR, such as site-2026-01-31T02-00-00Z.sqlite, while the site
runs: messages, gifts, mails, accounts, and where the site holds its content itself, news, events and the pictures that
staff have sent. DIR is created if needed, and only the owner can read the file. To restore: docs/operations.md.

  --keep DAYS   then deletes the backups in DIR that are older

${IN_POSTGRES}
Exit code 1: the backup failed, and no old backup was deleted.
`;

/** Returns the name of a backup. The names sort by time. */
const nameAt = (ms: number) =>
  `site-${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "-")}Z.sqlite`;
const BACKUP = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.sqlite$/;

/** Copies a consistent snapshot of the database. The copy gets its name once the copy is complete and on the disk. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`;
  const db = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  const file = await open(partial, "wx", 0o600);
  try {
    db.prepare("VACUUM INTO ?").run(partial);
    await file.sync();
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
    db.close();
  }
}

export async function runBackupCommand(args: string[], { DATABASE_URL, DATA_DIR }: Config) {
  const options = { keep: { type: "string", default: "" } } as const;
  const { positionals, values } = readArgs({ args, options, allowPositionals: true });
  const [dir, ...others] = positionals;
  const { keep } = values;
  if (dir === undefined || others.length > 0 || !/^(?:[1-9]\d{0,4})?$/.test(keep))
    throw new CommandError(BACKUP_USAGE);
  if (DATABASE_URL !== undefined) throw new CommandError(IN_POSTGRES);
  const now = Date.now();
  const file = join(dir, nameAt(now));
  try {
    makeFolder(dir, 0o700);
    await copyDatabase(join(DATA_DIR, SQLITE_FILE), file);
  } catch (error) {
    throw new CommandError(`The backup failed: ${error instanceof Error ? error.message : error}`);
  }
  const oldest = keep === "" ? "" : nameAt(now - Number(keep) * DAY_MS);
  const old = (await readdir(dir)).filter((name) => BACKUP.test(name) && name < oldest);
  for (const name of old) await rm(join(dir, name));
  const deleted =
    old.length === 0 ? "" : `Deleted backups older than ${keep} days: ${old.length}\n`;
  return `Backup written: ${file}\n${deleted}`;
}
