import { LRUCache } from "lru-cache";
import { MAIN_WIDTH, PICTURE_TYPES } from "../../shared/model/picture-widths.ts";
import { createConcurrencyLimit, OverLimitError } from "./concurrency-limit.ts";
import { convertPicture } from "./convert/convert-picture.ts";
import { PictureError } from "./fetch/picture-error.ts";
import { fileName, type KnownPictures } from "./known-pictures.ts";
import {
  createLearnPicture,
  type LearnDeps,
  type LearnPicture,
  type Original,
} from "./learn-picture.ts";
import type { PictureIds } from "./picture-id.ts";
import type { FoundPicture, PictureOutcome, PictureQuery, PictureStore } from "./pictures.ts";
import { createSingleFlight, type SingleFlight } from "./single-flight.ts";
import type { PictureFiles } from "./store/picture-files.ts";
import type { PictureFacts } from "./store/picture-index.ts";

/** One at a time: a wide AVIF takes 50 MB, and half of the processors are left to pages. */
const CONVERSIONS = { atOnce: 1, waiting: 200 };
/** With more waiting, a variant is not made: the main JPEG, which is there, is sent at once. */
const OVERLOADED = 4;
const MEMORY_BYTES = 32 * 1024 * 1024;

interface Options extends Omit<LearnDeps, "convert"> {
  ids: PictureIds;
  known: KnownPictures;
  files: PictureFiles;
  onConverted: (format: string, ms: number) => void;
}

interface State extends Options {
  learning: LearnPicture;
  limit: ReturnType<typeof createConcurrencyLimit>;
  conversions: SingleFlight<Buffer>;
  memory: LRUCache<string, Kept>;
}

interface Kept {
  found: FoundPicture;
  address: string;
  /** Of the bytes, whatever the URL names. */
  version: string;
}

const MAIN_VARIANT = `${MAIN_WIDTH}.jpg`;

const pathOf = ({ id, width, format }: PictureQuery) => `${id}/${width}.${format}`;

/** Pictures from memory, disk, or the source, in the width and format that is asked for. */
export function createPictureStore(
  options: Options,
): PictureStore & Pick<LearnPicture, "facts" | "isBroken" | "identify" | "signedAddress"> {
  const limit = createConcurrencyLimit(CONVERSIONS);
  const state: State = {
    ...options,
    limit,
    learning: createLearnPicture({ ...options, convert: limit }),
    conversions: createSingleFlight<Buffer>(),
    memory: new LRUCache<string, Kept>({
      max: 5_000,
      maxSize: MEMORY_BYTES,
      sizeCalculation: ({ found }, key) => found.bytes.length + key.length,
    }),
  };
  return {
    inMemory: (path) => findInMemory(state, path),
    get: (query) => find(state, query),
    facts: state.learning.facts,
    isBroken: state.learning.isBroken,
    identify: state.learning.identify,
    signedAddress: state.learning.signedAddress,
  };
}

function findInMemory(state: State, path: string): FoundPicture | null {
  const kept = state.memory.get(path);
  if (!kept) return null;
  const { found, address, version } = kept;
  const isCurrent = state.learning.facts(address)?.version === version;
  if (!found.isFinal && !isCurrent) return null;
  state.files.touch(found.file);
  return found;
}

async function find(state: State, query: PictureQuery): Promise<PictureOutcome> {
  const name = state.ids.read(query.id);
  if (name === null) return { kind: "refused" };
  const { address } = name;
  try {
    const { learning } = state;
    const facts = learning.facts(address) ?? (await learning.learn(address)).facts;
    const file = fileName(address, facts.version, `${query.width}.${query.format}`);
    const kept = await state.files.read(file);
    const bytes = kept ?? (await convertOnce(state, { address, facts, file }, query));
    const outcome = {
      kind: "ok",
      state: kept ? "disk" : "converted",
      bytes,
      type: PICTURE_TYPES[query.format],
      file,
      isFinal: name.version === facts.version,
    } as const;
    const found = { ...outcome, state: "memory" } as const;
    state.memory.set(pathOf(query), { found, address, version: facts.version });
    return outcome;
  } catch (error) {
    if (error instanceof PictureError) return { kind: "missing" };
    if (error instanceof OverLimitError) return mainInstead(state, address);
    throw error;
  }
}

interface Wanted {
  address: string;
  facts: PictureFacts;
  file: string;
}

function convertOnce(
  state: State,
  wanted: Wanted,
  { width, format }: PictureQuery,
): Promise<Buffer> {
  const { conversions, limit, files, onConverted } = state;
  return conversions.run(wanted.file, async () => {
    const original = await originalOf(state, wanted);
    if (limit.waitingNow() >= OVERLOADED) throw new OverLimitError("conversions are waiting");
    const bytes = await limit(async () => {
      const startedMs = performance.now();
      const converted = await convertPicture(original, { width, format }).catch((error) => {
        // It was whole when it was written: it is fetched again.
        files.delete(fileName(wanted.address, wanted.facts.version, "original"));
        throw error;
      });
      onConverted(format, performance.now() - startedMs);
      return converted;
    });
    await files.write(wanted.file, bytes);
    return bytes;
  });
}

/** Its file, so that conversions and those that wait hold no bytes of it; the bytes when the disk has failed. */
async function originalOf(
  { files, learning }: State,
  { address, facts }: Wanted,
): Promise<Original> {
  const name = fileName(address, facts.version, "original");
  const { original } = files.has(name) ? { original: null } : await learning.learn(address);
  const found = files.pathOf(name) ?? original;
  if (found === null) throw new PictureError("unreachable", "no original");
  return found;
}

/** Under overload: the one JPEG that was made when the picture was fetched. */
async function mainInstead({ known, files }: State, address: string): Promise<PictureOutcome> {
  const facts = known.get(address);
  if (!facts) return { kind: "busy" };
  const file = fileName(address, facts.version, MAIN_VARIANT);
  const bytes = await files.read(file);
  if (!bytes) return { kind: "busy" };
  return { kind: "ok", state: "overload", bytes, type: PICTURE_TYPES.jpg, file, isFinal: false };
}
