import { execFile } from "node:child_process";
import { copyFile, mkdtemp, open, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";
import { DAY_MS } from "../../../shared/time.ts";
import type { Config } from "../../config.ts";
import { noteBackup } from "../../store/last-backup.ts";
import { makeFolder, SQLITE_FILE } from "../../store/sqlite.ts";
import { openStore } from "../../store/store.ts";
import { CommandError, readArgs } from "../program.ts";
import { countTables, formatCounts, plainDatabase } from "./tables.ts";

export const BACKUP_USAGE = `npm run backup -- DIR [--keep DAYS]
npm run backup -- verify FILE

Copies all data that cannot be fetched again to a new file in DIR, such as site-2026-01-31T02-00-00Z.sqlite, while the site
runs: messages, gifts, mails, accounts, and where the site holds its content itself, news, events and the pictures that
staff have sent. DIR is created if needed, and only the owner can read the file. With DATABASE_URL, pg_dump writes a file
that ends in .dump. To restore: docs/operations.md.

  --keep DAYS   then deletes the backups in DIR that are older
  verify FILE   restores a backup into a folder of its own, checks and counts what is in it, and removes the folder;
                of a .dump, pg_restore reads the whole file

Exit code 1: the backup failed, and no old backup was deleted; or the file is no good backup.
`;

const run = promisify(execFile);

/** Returns the name of a backup. The names sort by time. */
const nameAt = (ms: number, suffix: string) =>
  `site-${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "-")}Z.${suffix}`;
const BACKUP = /^site-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.(?:sqlite|dump)$/;

/** Writes a consistent snapshot of the SQLite file to an empty file. */
function copySqlite(dataDir: string, to: string): void {
  const db = new DatabaseSync(join(dataDir, SQLITE_FILE), { readOnly: true, timeout: 10_000 });
  try {
    db.prepare("VACUUM INTO ?").run(to);
  } finally {
    db.close();
  }
}

/** Returns the variables by which PostgreSQL's programs find the database. Other accounts could read the password in arguments. */
function postgresEnv(databaseUrl: string): NodeJS.ProcessEnv {
  const { hostname, port, username, password, pathname, searchParams } = new URL(databaseUrl);
  const given = {
    PGHOST: searchParams.get("host") ?? hostname,
    PGPORT: port,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    PGSSLMODE: searchParams.get("sslmode") ?? "",
  };
  const set = Object.entries(given).filter(([, value]) => value !== "");
  return { ...process.env, ...Object.fromEntries(set) };
}

/** Makes a backup. The file gets its name once it is complete and on the disk. */
async function writeBackup(to: string, { DATA_DIR, DATABASE_URL }: Config): Promise<void> {
  const partial = `${to}.partial`;
  const file = await open(partial, "wx", 0o600);
  try {
    if (DATABASE_URL === undefined) copySqlite(DATA_DIR, partial);
    else
      await run("pg_dump", ["--format=custom", `--file=${partial}`], {
        env: postgresEnv(DATABASE_URL),
      });
    await file.sync();
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Returns the words of an error. Node's own message repeats the whole command. */
function reasonOf(error: unknown): string {
  const { code, stderr, message } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === "ENOENT" && message.startsWith("spawn"))
    return "pg_dump and pg_restore are missing: install postgresql-client";
  return stderr?.trim() || message;
}

/** Restores a copy of a backup into a folder of its own, and returns the number of rows of each table. */
async function verifySqlite(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "backup-verify-"));
  try {
    await copyFile(file, join(folder, SQLITE_FILE));
    const db = new DatabaseSync(join(folder, SQLITE_FILE));
    try {
      const found = db.prepare("PRAGMA integrity_check").all();
      const [first] = found.flatMap(Object.values);
      if (first !== "ok") throw new Error(String(first));
    } finally {
      db.close();
    }
    const store = await openStore(folder);
    try {
      const fault = store.fault();
      if (fault !== null) throw new Error(fault.message);
      return formatCounts({ rows: await countTables(plainDatabase(store)) });
    } finally {
      await store.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lets pg_restore read a whole dump, and returns the number of lines of each table. */
async function verifyDump(file: string): Promise<string> {
  const { stdout } = await run("pg_restore", ["--data-only", "--file=-", file], {
    maxBuffer: 1024 * 1024 * 1024,
  });
  const rows: Record<string, number> = {};
  let table: string | null = null;
  for (const line of stdout.split("\n")) {
    const [, begins] = /^COPY (?:public\.)?(\w+) /.exec(line) ?? [];
    if (begins !== undefined) {
      table = begins;
      rows[table] = 0;
    } else if (line === "\\.") table = null;
    else if (table !== null) rows[table] = (rows[table] ?? 0) + 1;
  }
  if (rows.messages === undefined) throw new Error("it has no table of messages");
  return formatCounts({ rows });
}

async function verify(file: string | undefined): Promise<string> {
  if (file === undefined) throw new CommandError(BACKUP_USAGE);
  try {
    const counts = await (file.endsWith(".dump") ? verifyDump(file) : verifySqlite(file));
    return `${counts}\nThe backup is good: ${file}\n`;
  } catch (error) {
    throw new CommandError(`${file} is no good backup: ${reasonOf(error)}`);
  }
}

export async function runBackupCommand(args: string[], config: Config): Promise<string> {
  const options = { keep: { type: "string", default: "" } } as const;
  const { positionals, values } = readArgs({ args, options, allowPositionals: true });
  const [dir, ...others] = positionals;
  const { keep } = values;
  if (dir === "verify" && others.length < 2) return verify(others[0]);
  if (dir === undefined || others.length > 0 || !/^(?:[1-9]\d{0,4})?$/.test(keep))
    throw new CommandError(BACKUP_USAGE);
  const { DATA_DIR, DATABASE_URL } = config;
  const suffix = DATABASE_URL === undefined ? "sqlite" : "dump";
  const now = Date.now();
  const file = join(dir, nameAt(now, suffix));
  try {
    makeFolder(dir, 0o700);
    await writeBackup(file, config);
  } catch (error) {
    throw new CommandError(`The backup failed: ${reasonOf(error)}`);
  }
  const store = await openStore(DATA_DIR, DATABASE_URL);
  try {
    await noteBackup(store.db, now);
  } catch (error) {
    throw new CommandError(
      `${file} is written, but its time could not be noted: ${reasonOf(error)}`,
    );
  } finally {
    await store.close();
  }
  const oldest = keep === "" ? "" : nameAt(now - Number(keep) * DAY_MS, "");
  const old = (await readdir(dir)).filter((name) => BACKUP.test(name) && name < oldest);
  for (const name of old) await rm(join(dir, name));
  const deleted =
    old.length === 0 ? "" : `Deleted backups older than ${keep} days: ${old.length}\n`;
  return `Backup written: ${file}\n${deleted}`;
}
