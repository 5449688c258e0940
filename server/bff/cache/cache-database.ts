import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLOutputValue } from "node:sqlite";

/** An entry on disk; its value is JSON. */
export interface CacheRow {
  key: string;
  json: string;
  fetchedAtMs: number;
  isInvalidated: boolean;
  /** See `CachedKind.shape`; null when an older release wrote it. */
  shape: string | null;
}

/** `memory only`: nothing is on disk from now on. `recreated`: the file was corrupt. */
export type DiskErrorOutcome = "memory only" | "recreated";

/** The entries on disk. Nothing here throws: after an error of the disk all calls do nothing. */
export interface CacheDatabase {
  /** Opens the file, or recreates it when it is corrupt. Returns all entries, the newest first. */
  open(): CacheRow[];
  put(row: CacheRow): void;
  delete(key: string): void;
  /** Invalidates every entry of a kind: keys begin with their kind and a space. */
  invalidate(kind: string): void;
  close(): void;
}

interface Options {
  dataDir: string;
  maxEntries: number;
  /** Called once for each outcome. */
  onError: (error: unknown, outcome: DiskErrorOutcome) => void;
}

const FILE_NAME = "copies.sqlite";
/** Of the table, not of the values in it: releases that share it can be exchanged for one another. */
const TABLE_VERSION = 2;
/** A long list fills the log; it is copied to the file in the turn of the event loop after that of the write. */
const CHECKPOINT_AFTER_BYTES = 4_000_000;
const [SQLITE_CORRUPT, SQLITE_NOTADB] = [11, 26];

export function createCacheDatabase({ dataDir, maxEntries, onError }: Options): CacheDatabase {
  let db: DatabaseSync | null = null;
  let bytesSinceCheckpoint = 0;

  function attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      db = null;
      onError(error, "memory only");
    }
  }
  function run(sql: string, ...values: (string | number | null)[]): void {
    const open = db;
    if (open) attempt(() => void open.prepare(sql).run(...values));
  }

  /** What fails here is repeated by the next one: the entries are in the log. */
  function checkpoint(): void {
    try {
      db?.exec("PRAGMA wal_checkpoint");
    } catch {}
  }

  return {
    open: () => {
      let rows: CacheRow[] = [];
      attempt(() => {
        const opened = openOrRecreate(dataDir, maxEntries, (error) => onError(error, "recreated"));
        db = opened.db;
        rows = opened.rows;
      });
      return rows;
    },
    put: ({ key, json, fetchedAtMs, isInvalidated, shape }) => {
      run(
        "INSERT OR REPLACE INTO copies (key, json, fetched_at, is_doubted, shape) VALUES (?, ?, ?, ?, ?)",
        ...[key, json, fetchedAtMs, isInvalidated ? 1 : 0, shape],
      );
      bytesSinceCheckpoint += key.length + json.length;
      if (bytesSinceCheckpoint < CHECKPOINT_AFTER_BYTES) return;
      bytesSinceCheckpoint = 0;
      setImmediate(checkpoint);
    },
    delete: (key) => run("DELETE FROM copies WHERE key = ?", key),
    invalidate: (kind) =>
      run(
        "UPDATE copies SET is_doubted = 1 WHERE substr(key, 1, ?) = ?",
        kind.length + 1,
        `${kind} `,
      ),
    close: () => {
      const open = db;
      db = null;
      if (open) attempt(() => open.close());
    },
  };
}

interface Opened {
  db: DatabaseSync;
  rows: CacheRow[];
}

function openOrRecreate(
  dataDir: string,
  maxEntries: number,
  onCorrupt: (error: unknown) => void,
): Opened {
  try {
    return openAndRead(dataDir, maxEntries);
  } catch (error) {
    if (!isCorrupt(error)) throw error;
    renameCorruptFile(dataDir);
    const opened = openAndRead(dataDir, maxEntries);
    onCorrupt(error);
    return opened;
  }
}

function openAndRead(dataDir: string, maxEntries: number): Opened {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, FILE_NAME));
  try {
    prepareDatabase(db);
    return { db, rows: readRows(db, maxEntries) };
  } catch (error) {
    db.close();
    throw error;
  }
}

function prepareDatabase(db: DatabaseSync): void {
  // Of a new file. A long list is a quarter of the writes that it is with the default of 4 kB.
  db.exec("PRAGMA page_size = 16384");
  // NORMAL: a killed process loses nothing; a power loss may lose the last entries, which can be fetched again.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000");
  // Pages, 16 MB: of many small entries; long lists are followed by their own.
  db.exec("PRAGMA wal_autocheckpoint = 1000");
  const { user_version: version } = db.prepare("PRAGMA user_version").get() ?? {};
  if (version !== TABLE_VERSION) db.exec("DROP TABLE IF EXISTS copies");
  db.exec(`PRAGMA user_version = ${TABLE_VERSION}`);
  db.exec(
    "CREATE TABLE IF NOT EXISTS copies (key TEXT PRIMARY KEY, json TEXT NOT NULL, fetched_at INTEGER NOT NULL, is_doubted INTEGER NOT NULL)",
  );
  // Added without a new version: an older release reads and writes the table without it.
  const columns = db.prepare("SELECT name FROM pragma_table_info('copies')").all();
  if (!columns.some(({ name }) => name === "shape"))
    db.exec("ALTER TABLE copies ADD COLUMN shape TEXT");
}

function readRows(db: DatabaseSync, maxEntries: number): CacheRow[] {
  const sql =
    "SELECT key, json, fetched_at, is_doubted, shape FROM copies ORDER BY fetched_at DESC LIMIT ?";
  return db.prepare(sql).all(maxEntries).flatMap(readRow);
}

function readRow(row: Record<string, SQLOutputValue>): CacheRow[] {
  const { key, json, fetched_at: fetchedAtMs, is_doubted: isInvalidated, shape } = row;
  if (typeof key !== "string" || typeof json !== "string" || typeof fetchedAtMs !== "number")
    return [];
  return [
    {
      key,
      json,
      fetchedAtMs,
      isInvalidated: isInvalidated === 1,
      shape: typeof shape === "string" ? shape : null,
    },
  ];
}

function isCorrupt(error: unknown): boolean {
  const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB;
}

/** The corrupt file stays for analysis. */
function renameCorruptFile(dataDir: string): void {
  const file = join(dataDir, FILE_NAME);
  renameSync(file, `${file}.spoiled`);
  for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
}
