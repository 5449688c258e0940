import { LRUCache } from "lru-cache";
import { MAIN_WIDTH } from "../../shared/model/picture-widths.ts";
import { createConcurrencyLimit } from "../concurrency-limit.ts";
import { PictureError, type PictureFault } from "../contract/picture-error.ts";
import { createSingleFlight } from "../single-flight.ts";
import { type PreparedPicture, preparePicture } from "./convert/prepare-picture.ts";
import type { FetchPicture } from "./fetch/fetch-picture.ts";
import type { PictureResponse } from "./fetch/picture-client.ts";
import { fileName, type KnownPictures } from "./known-pictures.ts";
import type { PictureFiles } from "./store/picture-files.ts";
import type { PictureFacts } from "./store/picture-index.ts";

/** How long the source is not asked again after a failure. */
const NEGATIVE_MS = 60_000;
/** Faults of the picture, not of the way to it. */
const BROKEN: ReadonlySet<PictureFault> = new Set([
  "forbidden",
  "too-large",
  "wrong-type",
  "unreadable",
  "missing",
]);
const MAX_NEGATIVE = 10_000;
/** From the request to the kept picture: so many originals are in memory. */
const FETCHES = { atOnce: 4, waiting: 200 };

export interface LearnDeps {
  fetchPicture: FetchPicture;
  known: KnownPictures;
  files: PictureFiles;
  /** Runs a conversion when it is its turn. */
  convert: <T>(job: () => Promise<T>) => Promise<T>;
  /** The clock, milliseconds. */
  now: () => number;
  /** Called once for each fetch that gave no picture. */
  onFault: (fault: PictureFault, error: PictureError) => void;
}

/** A picture that was just fetched; `original` is null when the source has no newer one. */
export interface LearnedPicture {
  facts: PictureFacts;
  original: Buffer | null;
}

export interface LearnPicture {
  /**
   * Fetches the picture and keeps it: its original, its main JPEG, its size.
   * @throws PictureError, also for a minute after a failure; OverLimitError
   */
  learn(address: string): Promise<LearnedPicture>;
  /** The last fetch failed less than a minute ago. */
  isNegative(address: string): boolean;
  /**
   * There is none, or none that can be shown. Until a fetch succeeds, also while the source is away; asked a minute after a
   * failure or later, it fetches the picture again in the background.
   */
  isBroken(address: string): boolean;
}

interface Failure {
  error: PictureError;
  untilMs: number;
  isBroken: boolean;
}

export function createLearnPicture(deps: LearnDeps): LearnPicture {
  const { now, known, onFault } = deps;
  const negative = new LRUCache<string, Failure>({ max: MAX_NEGATIVE });
  const singleFlight = createSingleFlight<LearnedPicture>();
  const limit = createConcurrencyLimit(FETCHES);
  const failureOf = (address: string) => {
    const failure = negative.get(address);
    return failure && failure.untilMs > now() ? failure.error : null;
  };

  async function begin(address: string): Promise<LearnedPicture> {
    try {
      const learned = await limit(() => fetchAndKeep(deps, address));
      negative.delete(address);
      return learned;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const isBroken = BROKEN.has(error.fault) || negative.get(address)?.isBroken === true;
      negative.set(address, { error, untilMs: now() + NEGATIVE_MS, isBroken });
      // Any other failure keeps what is there: the source may be down, or send an error page.
      if (error.fault === "missing") known.delete(address);
      onFault(error.fault, error);
      throw error;
    }
  }

  const learn = async (address: string) => {
    const failure = failureOf(address);
    if (failure) throw failure;
    // A fetch goes on when its reader leaves: the next one needs the picture too.
    return singleFlight.run(address, new AbortController().signal, () => begin(address));
  };

  return {
    learn,
    isNegative: (address) => failureOf(address) !== null,
    isBroken: (address) => {
      if (!negative.get(address)?.isBroken || known.get(address)) return false;
      // A failure is logged where it happens.
      if (failureOf(address) === null) learn(address).catch(() => {});
      return true;
    },
  };
}

async function fetchAndKeep(deps: LearnDeps, address: string): Promise<LearnedPicture> {
  const { known, files, fetchPicture, convert, now } = deps;
  const old = known.get(address);
  const isKept = old && files.has(fileName(address, old.version, "original"));
  const response = await fetchPicture({ address, known: isKept ? old : null });
  const { picture } = response;
  if (old && (picture === null || (isKept && picture.version === old.version))) {
    const facts = { ...old, ...validatorsOf(response), checkedAtMs: now() };
    known.set(address, facts);
    return { facts, original: null };
  }
  if (picture === null) throw new PictureError("unreachable", "304 without a condition");
  const prepared = await convert(() => preparePicture(picture.bytes));
  const { version } = picture;
  const facts = factsOf(prepared, { ...validatorsOf(response), version, checkedAtMs: now() });
  await Promise.all([
    files.write(fileName(address, facts.version, "original"), prepared.original),
    files.write(fileName(address, facts.version, `${MAIN_WIDTH}.jpg`), prepared.main),
  ]);
  known.set(address, facts);
  return { facts, original: prepared.original };
}

const validatorsOf = ({ etag, lastModified }: PictureResponse) => ({ etag, lastModified });

function factsOf(
  { width, height, main, placeholder }: PreparedPicture,
  fetched: Pick<PictureFacts, "version" | "etag" | "lastModified" | "checkedAtMs">,
): PictureFacts {
  return { ...fetched, width, height, bytes: main.length, placeholder };
}
