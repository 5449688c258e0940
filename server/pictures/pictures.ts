import { BulkheadRejectedError, bulkhead } from "cockatiel";
import { LRUCache } from "lru-cache";
import {
  type CARD_VARIANT,
  MAIN_WIDTH,
  PICTURE_TYPES,
  type PictureFormat,
} from "../../shared/model/picture-widths.ts";
import { strongEtag } from "../http/etag.ts";
import { convertPicture } from "./convert-picture.ts";
import { PictureError } from "./picture-client.ts";
import { fileName, type PictureFacts } from "./picture-files.ts";
import type { PictureIds } from "./picture-id.ts";
import { createSingleFlight, PictureSource, type SourceOptions } from "./picture-source.ts";

/**
 * How the bytes of a picture were obtained: `overload` is the main JPEG in place of what was asked for. Or why there are
 * none: `missing` where the source has none that can be shown, `busy` while too many conversions wait, `refused` for an id
 * that is not one of ours.
 */
const FOUND = ["memory", "disk", "converted", "overload"] as const;
const NOT_FOUND = ["missing", "busy", "refused"] as const;
export const PICTURE_STATES = [...FOUND, ...NOT_FOUND] as const;
export type PictureState = (typeof PICTURE_STATES)[number];

export interface FoundPicture {
  state: (typeof FOUND)[number];
  bytes: Buffer;
  type: string;
  etag: string;
  /** The URL names this very version: its bytes never change. */
  isFinal: boolean;
}

export type PictureOutcome = FoundPicture | { state: (typeof NOT_FOUND)[number] };

export interface PictureQuery {
  id: string;
  /** In pixels, or the card of link previews. */
  width: number | typeof CARD_VARIANT;
  format: PictureFormat;
}

/** One at a time: a wide AVIF takes 50 MB, and half of the processors are left to pages. */
const CONVERSIONS = { atOnce: 1, waiting: 200 };
/** With more waiting, a variant is not made: the main JPEG, which is there, is sent at once. */
const OVERLOADED = 4;
const MEMORY_BYTES = 32 * 1024 * 1024;

type Variant = Pick<PictureQuery, "width" | "format">;

/** What was sent for a path: its id was verified, and its version is that of the address as long as this does not change. */
interface KeptPicture {
  picture: FoundPicture;
  address: string;
  version: string;
  file: string;
}

interface Options extends SourceOptions {
  ids: PictureIds;
  onConverted: (format: string, ms: number) => void;
}

/** The pictures of the source by signed id, from memory, disk or the source, in the size and format that is asked for. */
export class Pictures {
  readonly source: PictureSource;
  readonly #options: Options;
  readonly #turns = bulkhead(CONVERSIONS.atOnce, CONVERSIONS.waiting);
  readonly #once = createSingleFlight<Buffer>();
  /** By the path of the request. */
  readonly #memory = new LRUCache<string, KeptPicture>({
    max: 5_000,
    maxSize: MEMORY_BYTES,
    sizeCalculation: ({ picture }, path) => picture.bytes.length + path.length,
  });

  constructor(options: Options) {
    this.#options = options;
    this.source = new PictureSource(options, (job) => this.#turns.execute(job));
  }

  /** At once, when the path was found before and its picture is still that of the source; else undefined. */
  kept(path: string): FoundPicture | undefined {
    const kept = this.#memory.get(path);
    if (!kept || this.source.facts(kept.address)?.version !== kept.version) return undefined;
    this.#options.files.touch(kept.file);
    return kept.picture;
  }

  /** Never rejects for what a source may do. */
  async get(query: PictureQuery): Promise<PictureOutcome> {
    const name = this.#options.ids.read(query.id);
    if (name === null) return { state: "refused" };
    const { address } = name;
    try {
      const facts = this.source.facts(address) ?? (await this.source.learn(address)).facts;
      const { version } = facts;
      const file = fileName(address, version, `${query.width}.${query.format}`);
      const found = {
        ...(await this.#find(address, facts, { file, variant: query })),
        type: PICTURE_TYPES[query.format],
        etag: strongEtag(file),
        isFinal: name.version === version,
      };
      const picture = { ...found, state: "memory" } as const;
      this.#memory.set(`${query.id}/${query.width}.${query.format}`, {
        picture,
        address,
        version,
        file,
      });
      return found;
    } catch (error) {
      if (error instanceof PictureError) return { state: "missing" };
      if (error instanceof BulkheadRejectedError) return this.#mainInstead(address);
      throw error;
    }
  }

  async #find(
    address: string,
    facts: PictureFacts,
    { file, variant }: { file: string; variant: Variant },
  ) {
    const { files } = this.#options;
    const read = await files.read(file);
    if (read !== null) return { state: "disk", bytes: read } as const;
    const bytes = await this.#once(file, async () => {
      const converted = await this.#convert(address, facts, variant);
      await files.write(file, converted);
      return converted;
    });
    return { state: "converted", bytes } as const;
  }

  async #convert(address: string, { version }: PictureFacts, variant: Variant): Promise<Buffer> {
    const { files, onConverted } = this.#options;
    const name = fileName(address, version, "original");
    const fetched = files.has(name) ? null : (await this.source.learn(address)).original;
    // Its file, so that conversions and those that wait hold no bytes of it; the bytes when the disk has failed.
    const original = files.pathOf(name) ?? fetched;
    if (original === null) throw new PictureError("unreachable", "no original");
    if (CONVERSIONS.waiting - this.#turns.queueSlots >= OVERLOADED)
      throw new BulkheadRejectedError(CONVERSIONS.atOnce, OVERLOADED);
    return this.#turns.execute(async () => {
      const startedMs = performance.now();
      const bytes = await convertPicture(original, variant).catch((error) => {
        // It was whole when it was written: it is fetched again.
        files.delete(name);
        throw error;
      });
      onConverted(variant.format, performance.now() - startedMs);
      return bytes;
    });
  }

  /** The one JPEG that was made when the picture was fetched. */
  async #mainInstead(address: string): Promise<PictureOutcome> {
    const { files } = this.#options;
    const file = fileName(address, files.facts(address)?.version ?? "", `${MAIN_WIDTH}.jpg`);
    const bytes = await files.read(file);
    if (bytes === null) return { state: "busy" };
    const etag = strongEtag(file);
    return { state: "overload", bytes, etag, type: PICTURE_TYPES.jpg, isFinal: false };
  }
}
