import { hash, randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { readFile, rename, unlink, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { Validators } from "./picture-client.ts";

/**
 * The endings of our files. A file with such an ending and an unexpected name was left behind by a crash. Examples:
 * `.original`, `.webp`.
 */
const ENDING = /\.(?:original|avif|webp|jpg|facts|partial)$/;
/** A name that we give to a file: 24 digits and `.facts`, or 24 and 12 digits and `.original` or `-640.webp`. */
const NAME = /^[0-9a-f]{24}(?:\.facts|-[0-9a-f]{12}(?:\.original|-[\dx]+\.(?:avif|webp|jpg)))$/;

export interface PictureFacts extends Validators {
  /** The version: 12 hexadecimal digits of a digest of the bytes. */
  version: string;
  width: number;
  height: number;
  /** The size of the main JPEG. */
  bytes: number;
  placeholder: string | null;
  checkedAtMs: number;
}

const addressDigest = (address: string) => hash("sha256", address).slice(0, 24);
const factsName = (address: string) => `${addressDigest(address)}.facts`;

/** Returns the name of a file. `variant` is `original`, or width and format (`640.webp`). */
export const fileName = (address: string, version: string, variant: string): string =>
  `${addressDigest(address)}-${version}${variant === "original" ? "." : "-"}${variant}`;

/** The pictures on disk, and their facts. The files that were read longest ago are deleted first. */
export class PictureFiles {
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #log: FastifyBaseLogger;
  readonly #logged = new Set<unknown>();
  /** The sizes of files by name. */
  readonly #files: LRUCache<string, number>;
  /** The facts by address, also kept in memory so that pages need not wait for the disk. */
  readonly facts = new LRUCache<string, PictureFacts>({
    max: 20_000,
    dispose: (_facts, address, reason) => {
      if (reason !== "set") this.delete(factsName(address));
    },
  });

  readonly #pathTo = (name: string) => join(this.#folder, name);

  constructor({ config, log }: Pick<FastifyInstance, "config" | "log">) {
    this.#folder = join(config.DATA_DIR, "pictures");
    this.#maxBytes = config.PICTURE_CACHE_MB * 1024 * 1024;
    this.#log = log;
    this.#files = new LRUCache({
      maxSize: this.#maxBytes,
      sizeCalculation: (bytes) => bytes,
      dispose: (_bytes, name, reason) => {
        if (reason !== "set") unlink(this.#pathTo(name)).catch(() => {});
      },
    });
    try {
      this.#load();
    } catch (error) {
      this.#onError(error);
    }
  }

  /** Logs a kind of error once, because every write to a full disk fails. */
  #onError(err: unknown): void {
    const { code } = err as NodeJS.ErrnoException;
    if (!this.#logged.has(code)) this.#log.error({ err }, "pictures cannot be cached on disk");
    this.#logged.add(code);
  }

  #load(): void {
    mkdirSync(this.#folder, { recursive: true });
    const found = readdirSync(this.#folder)
      .filter((name) => ENDING.test(name))
      .map((name) => ({ name, ...statSync(this.#pathTo(name)) }));
    found.sort((a, b) => a.mtimeMs - b.mtimeMs);
    for (const { name, size } of found) {
      // An empty file lost its bytes in a power failure.
      if (!NAME.test(name) || size === 0 || size > this.#maxBytes) rmSync(this.#pathTo(name));
      else this.#files.set(name, size);
    }
    for (const name of [...this.#files.rkeys()].filter((name) => name.endsWith(".facts")))
      try {
        const { address, ...facts } = JSON.parse(readFileSync(this.#pathTo(name), "utf8"));
        this.facts.set(address, facts);
      } catch {
        this.delete(name);
      }
  }

  setFacts(address: string, facts: PictureFacts): void {
    this.facts.set(address, facts);
    void this.write(factsName(address), Buffer.from(JSON.stringify({ address, ...facts })));
  }

  /** Returns true when the file exists. The call counts as a use, even when the bytes are served from memory. */
  has(name: string): boolean {
    return this.#files.get(name) !== undefined;
  }

  /** Returns the path of a file and records its use; null when the file is not there. */
  pathOf(name: string): string | null {
    if (!this.has(name)) return null;
    const now = new Date();
    utimes(this.#pathTo(name), now, now).catch(() => {});
    return this.#pathTo(name);
  }

  async read(name: string): Promise<Buffer | null> {
    const path = this.pathOf(name);
    if (path === null) return null;
    return readFile(path).catch(() => {
      this.delete(name);
      return null;
    });
  }

  /** Writes a file. Never rejects: a full disk costs no more than the cache. */
  async write(name: string, bytes: Buffer): Promise<void> {
    if (bytes.length > this.#maxBytes) return;
    const partial = this.#pathTo(`${randomUUID()}.partial`);
    try {
      await writeFile(partial, bytes);
      await rename(partial, this.#pathTo(name));
      this.#files.set(name, bytes.length);
    } catch (error) {
      unlink(partial).catch(() => {});
      this.#onError(error);
    }
  }

  delete(name: string): void {
    this.#files.delete(name);
  }
}
