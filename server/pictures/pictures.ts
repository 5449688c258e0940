import { BulkheadRejectedError, bulkhead } from "cockatiel";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { MAIN_WIDTH, PICTURE_TYPES } from "../../shared/model/picture-widths.ts";
import { SECOND_MS } from "../../shared/time.ts";
import { strongEtag } from "../http/finish-response.ts";
import { createSingleFlight } from "../work-loop.ts";
import { convertPicture, type PictureQuery } from "./convert-picture.ts";
import { type PictureClient, PictureError } from "./picture-client.ts";
import { fileName, type PictureFiles } from "./picture-files.ts";
import { PictureSource } from "./picture-source.ts";
import type { PictureIds } from "./picture-urls.ts";

/** `overload`: the main JPEG instead. `missing`: none can be shown. `busy`: too many conversions wait. `refused`: no id of ours. */
const FOUND = ["memory", "disk", "converted", "overload"] as const;
const NOT_FOUND = ["missing", "busy", "refused"] as const;
export const PICTURE_STATES = [...FOUND, ...NOT_FOUND] as const;

export interface FoundPicture {
  state: (typeof FOUND)[number];
  bytes: Buffer;
  type: string;
  etag: string;
  /** The URL names this very version: its bytes never change. */
  isFinal: boolean;
}

/** One at a time: a wide AVIF takes 50 MB, and half of the processors are left to pages. */
const CONVERSIONS = { atOnce: 1, waiting: 200 };
/** With more waiting, a variant is not made: the main JPEG, which is there, is sent at once. */
const OVERLOADED = 4;
const MEMORY_BYTES = 32 * 1024 * 1024;

/** The pictures of the source by signed id, from memory, disk or the source, in the size and format that is asked for. */
export class Pictures {
  readonly source: PictureSource;
  readonly #app: FastifyInstance;
  readonly #ids: PictureIds;
  readonly #files: PictureFiles;
  readonly #conversions = bulkhead(CONVERSIONS.atOnce, CONVERSIONS.waiting);
  readonly #convertOnce = createSingleFlight<Buffer>();
  /** What was sent for a path of a request: its id was verified. */
  readonly #memory = new LRUCache<
    string,
    FoundPicture & { address: string; version: string; file: string }
  >({
    max: 5_000,
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ bytes }, path) => bytes.length + path.length,
  });
  constructor(app: FastifyInstance, ids: PictureIds, client: PictureClient, files: PictureFiles) {
    this.#app = app;
    this.#ids = ids;
    this.#files = files;
    this.source = new PictureSource(app, client, files, this.#conversions);
  }

  /** At once, when the path was found before and its picture is still that of the source; else undefined. */
  kept(path: string): FoundPicture | undefined {
    const kept = this.#memory.get(path);
    if (!kept || this.source.facts(kept.address)?.version !== kept.version) return undefined;
    this.#files.has(kept.file);
    return kept;
  }

  /** The picture, or why there is none. Never rejects for what a source may do. */
  async get(query: PictureQuery): Promise<FoundPicture | (typeof NOT_FOUND)[number]> {
    const name = this.#ids.read(query.id);
    if (name === null) return "refused";
    const { address } = name;
    try {
      const facts = this.source.facts(address) ?? (await this.source.learn(address)).facts;
      const { version } = facts;
      const variant = `${query.width}.${query.format}`;
      const file = fileName(address, version, variant);
      const read = await this.#files.read(file);
      const bytes = read ?? (await this.#convert(address, version, { file, query }));
      const isFinal = name.version === version;
      const found = { bytes, type: PICTURE_TYPES[query.format], etag: strongEtag(file), isFinal };
      const kept = { ...found, state: "memory", address, version, file } as const;
      this.#memory.set(`${query.id}/${variant}`, kept);
      return { ...found, state: read ? "disk" : "converted" };
    } catch (error) {
      if (error instanceof PictureError) return "missing";
      if (error instanceof BulkheadRejectedError) return this.#mainInstead(address);
      throw error;
    }
  }

  /** The one JPEG that was made when the picture was fetched. */
  async #mainInstead(address: string): Promise<FoundPicture | "busy"> {
    const { version = "" } = this.#files.facts(address) ?? {};
    const file = fileName(address, version, `${MAIN_WIDTH}.jpg`);
    const bytes = await this.#files.read(file);
    if (bytes === null) return "busy";
    const etag = strongEtag(file);
    return { state: "overload", bytes, etag, type: PICTURE_TYPES.jpg, isFinal: false };
  }

  /** Makes a variant of a picture, and keeps it as `file`. */
  #convert(
    address: string,
    version: string,
    { file, query }: { file: string; query: PictureQuery },
  ): Promise<Buffer> {
    return this.#convertOnce(file, async () => {
      const name = fileName(address, version, "original");
      const fetched = this.#files.has(name) ? null : (await this.source.learn(address)).original;
      // Its file, so that conversions and those that wait hold no bytes of it; the bytes when the disk has failed.
      const original = this.#files.pathOf(name) ?? fetched;
      if (original === null) throw new PictureError("unreachable", "no original");
      if (CONVERSIONS.waiting - this.#conversions.queueSlots >= OVERLOADED)
        throw new BulkheadRejectedError(CONVERSIONS.atOnce, OVERLOADED);
      const converted = await this.#conversions.execute(async () => {
        const startedMs = performance.now();
        const bytes = await convertPicture(original, query).catch((error) => {
          // It was whole when it was written: it is fetched again.
          this.#files.delete(name);
          throw error;
        });
        const seconds = (performance.now() - startedMs) / SECOND_MS;
        this.#app.metrics.conversions.observe({ format: query.format }, seconds);
        return bytes;
      });
      await this.#files.write(file, converted);
      return converted;
    });
  }
}
