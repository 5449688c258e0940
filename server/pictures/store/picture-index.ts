import { rmSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { inTransaction, openDatabase } from "./sqlite-database.ts";

/** What is known of the picture at an address. */
export interface PictureFacts {
  /** Digest of the bytes, 12 hexadecimal digits. */
  version: string;
  width: number;
  height: number;
  /** Of the main JPEG. */
  bytes: number;
  placeholder: string | null;
  etag: string | null;
  lastModified: string | null;
  /** When the source last answered for it. */
  checkedAtMs: number;
}

export interface FileRow {
  name: string;
  bytes: number;
  usedAtMs: number;
}

/** Facts and file list on disk, in one SQLite file. After an error of the disk all writes do nothing. */
export interface PictureIndex {
  facts(): Map<string, PictureFacts>;
  putFacts(address: string, facts: PictureFacts): void;
  deleteFacts(address: string): void;
  /** Oldest use first. */
  files(): FileRow[];
  putFiles(rows: readonly FileRow[]): void;
  deleteFile(name: string): void;
  close(): void;
}

const FILE_NAME = "pictures.sqlite";

const MIGRATIONS = [
  `CREATE TABLE pictures (
    address TEXT PRIMARY KEY, version TEXT NOT NULL, width INTEGER NOT NULL, height INTEGER NOT NULL,
    bytes INTEGER NOT NULL, placeholder TEXT, etag TEXT, last_modified TEXT, checked_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE files (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL, used_at INTEGER NOT NULL) STRICT;`,
];

export function openPictureIndex(folder: string, onError: (error: unknown) => void): PictureIndex {
  let db = openOrRecreate(folder, onError);

  function attempt<Result>(fallback: Result, work: (open: DatabaseSync) => Result): Result {
    if (db === null) return fallback;
    try {
      return work(db);
    } catch (error) {
      db = null;
      onError(error);
      return fallback;
    }
  }
  const run = (sql: string, ...values: (string | number | null)[]) =>
    attempt(undefined, (open) => void open.prepare(sql).run(...values));

  return {
    facts: () => attempt(new Map<string, PictureFacts>(), readFacts),
    putFacts: (address, facts) => {
      const { version, width, height, bytes, placeholder, etag, lastModified, checkedAtMs } = facts;
      const size = [version, width, height, bytes, placeholder];
      run(
        "INSERT OR REPLACE INTO pictures VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        ...[address, ...size, etag, lastModified, checkedAtMs],
      );
    },
    deleteFacts: (address) => run("DELETE FROM pictures WHERE address = ?", address),
    files: () => attempt([], readFiles),
    putFiles: (rows) =>
      attempt(undefined, (open) =>
        inTransaction(open, () => {
          const put = open.prepare("INSERT OR REPLACE INTO files VALUES (?, ?, ?)");
          for (const { name, bytes, usedAtMs } of rows) put.run(name, bytes, usedAtMs);
        }),
      ),
    deleteFile: (name) => run("DELETE FROM files WHERE name = ?", name),
    close: () => attempt(undefined, (open) => open.close()),
  };
}

/** Null when the folder cannot be written. A corrupt file is a cache that is lost, no more. */
function openOrRecreate(folder: string, onError: (error: unknown) => void): DatabaseSync | null {
  const file = join(folder, FILE_NAME);
  const open = () => {
    const db = openDatabase({ file, migrations: MIGRATIONS });
    // A power loss may lose the last entries, which can be fetched again.
    db.exec("PRAGMA synchronous = NORMAL");
    return db;
  };
  try {
    return open();
  } catch (error) {
    onError(error);
  }
  try {
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    return open();
  } catch (error) {
    onError(error);
    return null;
  }
}

const textOrNull = (value: SQLOutputValue | undefined) =>
  typeof value === "string" ? value : null;

function readFacts(db: DatabaseSync): Map<string, PictureFacts> {
  const rows = db.prepare("SELECT * FROM pictures").all();
  return new Map(
    rows.map((row) => [
      String(row.address),
      {
        version: String(row.version),
        width: Number(row.width),
        height: Number(row.height),
        bytes: Number(row.bytes),
        placeholder: textOrNull(row.placeholder),
        etag: textOrNull(row.etag),
        lastModified: textOrNull(row.last_modified),
        checkedAtMs: Number(row.checked_at),
      },
    ]),
  );
}

function readFiles(db: DatabaseSync): FileRow[] {
  const rows = db.prepare("SELECT name, bytes, used_at FROM files ORDER BY used_at").all();
  return rows.map((row) => ({
    name: String(row.name),
    bytes: Number(row.bytes),
    usedAtMs: Number(row.used_at),
  }));
}
