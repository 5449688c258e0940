import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { FreshnessPolicy } from "./freshness.ts";

/** A copy as it is kept. The value is plain JSON data and is never changed. */
export interface StoredCopy {
  value: unknown;
  fetchedAtMs: number;
  /** A write came after its question: to be asked for again before it is served, the source willing. */
  isDoubted: boolean;
  /** Length of the value as JSON, about its bytes. */
  size: number;
}

export interface CopyTally {
  kept: number;
  doubted: number;
  newestMs: number | null;
  oldestMs: number | null;
}

/** Last good copies: in memory, and on disk so that they survive a restart. */
export interface CopyStore {
  get(key: string): StoredCopy | undefined;
  set(key: string, copy: Omit<StoredCopy, "size">): void;
  /** Doubts every copy of a kind, over restarts: keys begin with their kind and a space. */
  doubt(kind: string): void;
  /** Copies of some kinds, for operators; absences that are remembered do not count. */
  tally(kinds: readonly string[]): CopyTally;
  /** Bytes and copies in memory, for operators. */
  size(): { copies: number; bytes: number };
  close(): void;
}

/** Raise it when a clean shape changes: copies of another version are forgotten. */
export const SHAPE_VERSION = 2;
/** One copy larger than this is not kept. */
export const MAX_COPY_BYTES = 16 * 1024 * 1024;

function prepareDatabase(db: DatabaseSync): void {
  // A killed process loses nothing; a lost power supply may lose the last copies, which can be had again.
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 2000");
  const { user_version: version } = db.prepare("PRAGMA user_version").get() ?? {};
  if (version !== SHAPE_VERSION) db.exec("DROP TABLE IF EXISTS copies");
  db.exec(`PRAGMA user_version = ${SHAPE_VERSION}`);
  db.exec(
    "CREATE TABLE IF NOT EXISTS copies (key TEXT PRIMARY KEY, json TEXT NOT NULL, fetched_at INTEGER NOT NULL, is_doubted INTEGER NOT NULL)",
  );
}

function readRows(db: DatabaseSync, maxCopies: number) {
  const sql =
    "SELECT key, json, fetched_at, is_doubted FROM copies ORDER BY fetched_at DESC LIMIT ?";
  return db.prepare(sql).all(maxCopies);
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: what stands in the file is no database any more. */
const isSpoiled = (fault: unknown) =>
  fault instanceof Error && "errcode" in fault && [11, 26].includes(Number(fault.errcode) & 0xff);

/** Opens the file and reads all of it, the newest copies first. Throws what SQLite throws. */
function openDatabase(dataDir: string, maxCopies: number) {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, "copies.sqlite"));
  try {
    prepareDatabase(db);
    return { db, rows: readRows(db, maxCopies) };
  } catch (fault) {
    db.close();
    throw fault;
  }
}

/** A file that a bad disk has spoiled is set aside, for whoever wants to look: its copies can be had again. */
function setAside(dataDir: string): void {
  const file = join(dataDir, "copies.sqlite");
  renameSync(file, `${file}.spoiled`);
  for (const tail of ["-wal", "-shm"]) rmSync(file + tail, { force: true });
}

/** Undefined for what a bad disk has spoiled: that copy is fetched anew, the others stand. */
function readCopy(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/**
 * Opens the copies of `dataDir`; null keeps them in memory alone. A disk that cannot be written is said
 * once through `onDiskFault`, and the site goes on without it; a spoiled file is set aside, and begun anew.
 */
export function openCopyStore(options: {
  dataDir: string | null;
  policy: Pick<FreshnessPolicy, "maxCopies" | "maxBytes">;
  /** The clock, milliseconds. */
  now: () => number;
  /** Copies are kept in memory only from now on; or the file was spoiled, and a new one was begun. */
  onDiskFault: (fault: unknown, outcome: "memory only" | "begun anew") => void;
}): CopyStore {
  const { dataDir, policy, now, onDiskFault } = options;
  let db: DatabaseSync | null = null;

  function unlessBroken(work: () => void): void {
    try {
      work();
    } catch (fault) {
      db = null;
      onDiskFault(fault, "memory only");
    }
  }
  function onDisk(work: (open: DatabaseSync) => void): void {
    const open = db;
    if (open) unlessBroken(() => work(open));
  }

  const memory = new LRUCache<string, StoredCopy>({
    max: policy.maxCopies,
    maxSize: policy.maxBytes,
    sizeCalculation: ({ size }, key) => size + key.length + 1,
    dispose: (_copy, key, reason) => {
      if (reason === "evict")
        onDisk((open) => void open.prepare("DELETE FROM copies WHERE key = ?").run(key));
    },
  });

  function openAndRead(folder: string): void {
    const opened = openDatabase(folder, policy.maxCopies);
    db = opened.db;
    const nowMs = now();
    for (const { key, json, fetched_at: at, is_doubted: doubt } of opened.rows.reverse()) {
      if (typeof key !== "string" || typeof json !== "string" || typeof at !== "number") continue;
      const value = readCopy(json);
      if (value === undefined) continue;
      // Kept under a clock that was ahead: nobody knows how old it is, so it is asked for again first.
      const isDoubted = doubt === 1 || at > nowMs;
      const fetchedAtMs = Math.min(at, nowMs);
      memory.set(key, { value, fetchedAtMs, isDoubted, size: json.length });
    }
  }

  if (dataDir !== null) {
    try {
      openAndRead(dataDir);
    } catch (fault) {
      unlessBroken(() => {
        if (!isSpoiled(fault)) throw fault;
        setAside(dataDir);
        openAndRead(dataDir);
        onDiskFault(fault, "begun anew");
      });
    }
  }

  return {
    get: (key) => memory.get(key),
    set: (key, copy) => {
      const json = JSON.stringify(copy.value);
      if (json.length > MAX_COPY_BYTES) return;
      memory.set(key, { ...copy, size: json.length });
      onDisk((open) => {
        const sql =
          "INSERT OR REPLACE INTO copies (key, json, fetched_at, is_doubted) VALUES (?, ?, ?, ?)";
        open.prepare(sql).run(key, json, copy.fetchedAtMs, copy.isDoubted ? 1 : 0);
      });
    },
    doubt: (kind) => {
      for (const [key, copy] of memory.entries())
        if (key.startsWith(`${kind} `)) copy.isDoubted = true;
      onDisk((open) => {
        const sql = "UPDATE copies SET is_doubted = 1 WHERE substr(key, 1, ?) = ?";
        open.prepare(sql).run(kind.length + 1, `${kind} `);
      });
    },
    tally: (kinds) => {
      const copies = [...memory.entries()].flatMap(([key, copy]) =>
        copy.value !== null && kinds.includes(key.split(" ", 1)[0] ?? "") ? [copy] : [],
      );
      const times = copies.map(({ fetchedAtMs }) => fetchedAtMs).sort((a, b) => a - b);
      return {
        ...{ kept: copies.length, doubted: copies.filter(({ isDoubted }) => isDoubted).length },
        ...{ newestMs: times.at(-1) ?? null, oldestMs: times[0] ?? null },
      };
    },
    size: () => ({ copies: memory.size, bytes: memory.calculatedSize }),
    close: () => onDisk((open) => open.close()),
  };
}
