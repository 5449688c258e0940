import { mkdirSync, readdirSync, unlinkSync } from "node:fs";
import { readFile, rename, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LRUCache } from "lru-cache";
import type { PictureIndex } from "./picture-index.ts";

/** Originals and variants on disk, those used longest ago deleted first. */
export interface PictureFiles {
  has(name: string): boolean;
  /** Null when it is not there; a read is a use. */
  read(name: string): Promise<Buffer | null>;
  /** Where it is; null when it is not there. A use, as a read is. */
  pathOf(name: string): string | null;
  /** Notes a use of bytes that were served from memory. */
  touch(name: string): void;
  /** Never rejects: a full disk costs the cache. */
  write(name: string, bytes: Buffer): Promise<void>;
  delete(name: string): void;
  /** Bytes and number of the files. */
  size(): { files: number; bytes: number };
  close(): void;
}

interface Options {
  folder: string;
  maxBytes: number;
  index: PictureIndex;
  /** The clock, milliseconds. */
  now: () => number;
  onError: (error: unknown) => void;
}

interface Entry {
  bytes: number;
  usedAtMs: number;
}

/** Uses are written down this often: a crash forgets the order of the last ones. */
const FLUSH_MS = 30_000;
/** A use this soon after another changes no order that matters. */
const TOUCH_MS = 1_000;
const MAX_FILES = 100_000;
/** What the smallest file takes of a disk. */
const MIN_FILE_BYTES = 4_096;
const PARTIAL = ".partial";

type Entries = LRUCache<string, Entry>;

/** Notes uses in memory and writes them down now and then. */
function trackUses(entries: Entries, { index, now }: Pick<Options, "index" | "now">) {
  const used = new Set<string>();
  return {
    touch(name: string): void {
      const entry = entries.get(name);
      if (!entry || now() - entry.usedAtMs < TOUCH_MS) return;
      entry.usedAtMs = now();
      used.add(name);
    },
    flush(): void {
      const rows = [...used].flatMap((name) => {
        const entry = entries.peek(name);
        return entry ? [{ name, ...entry }] : [];
      });
      used.clear();
      if (rows.length > 0) index.putFiles(rows);
    },
  };
}

export function openPictureFiles({ folder, maxBytes, index, now, onError }: Options): PictureFiles {
  const remove = (name: string) => {
    index.deleteFile(name);
    unlink(join(folder, name)).catch(() => {});
  };
  // Bounds their number too: `max` would reserve memory for all of them at the start.
  const minBytes = Math.max(MIN_FILE_BYTES, Math.ceil(maxBytes / MAX_FILES));
  const entries: Entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.max(minBytes, bytes),
    dispose: (_entry, name, reason) => {
      if (reason !== "set") remove(name);
    },
  });
  const { touch, flush } = trackUses(entries, { index, now });
  load({ folder, maxBytes, index, onError }, entries);
  const timer = setInterval(flush, FLUSH_MS).unref();
  let partials = 0;

  return {
    has: (name) => entries.has(name),
    touch,
    pathOf: (name) => {
      touch(name);
      return entries.has(name) ? join(folder, name) : null;
    },
    read: async (name) => {
      if (!entries.has(name)) return null;
      try {
        const bytes = await readFile(join(folder, name));
        touch(name);
        return bytes;
      } catch {
        entries.delete(name);
        return null;
      }
    },
    write: async (name, bytes) => {
      if (bytes.length > maxBytes) return;
      partials += 1;
      const partial = join(folder, `${process.pid}-${partials}${PARTIAL}`);
      try {
        await writeFile(partial, bytes);
        await rename(partial, join(folder, name));
        const entry = { bytes: bytes.length, usedAtMs: now() };
        entries.set(name, entry);
        index.putFiles([{ name, ...entry }]);
      } catch (error) {
        unlink(partial).catch(() => {});
        onError(error);
      }
    },
    delete: (name) => void entries.delete(name),
    size: () => ({ files: entries.size, bytes: entries.calculatedSize }),
    close: () => {
      clearInterval(timer);
      flush();
    },
  };
}

/** The files that are both listed and there; the others, left by a crash or over a lower limit, are removed. */
function load({ folder, maxBytes, index, onError }: Omit<Options, "now">, entries: Entries): void {
  try {
    mkdirSync(folder, { recursive: true });
    const present = new Set(
      readdirSync(folder).filter((name) => /\.(?:original|avif|webp|jpg|partial)$/.test(name)),
    );
    for (const { name, bytes, usedAtMs } of index.files()) {
      if (bytes <= maxBytes && present.delete(name)) entries.set(name, { bytes, usedAtMs });
      else index.deleteFile(name);
    }
    for (const name of present) unlinkSync(join(folder, name));
  } catch (error) {
    onError(error);
  }
}
