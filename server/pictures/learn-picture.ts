import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { MAIN_WIDTH } from "../../shared/model/picture-widths.ts";
import { withoutSignature } from "../upstream/web-url.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { type PictureType, pictureType } from "./convert/picture-type.ts";
import { type PreparedPicture, preparePicture, prepareSvg } from "./convert/prepare-picture.ts";
import type { FetchPicture } from "./fetch/fetch-picture.ts";
import type { FetchedPicture, KnownVersion } from "./fetch/picture-client.ts";
import { PictureError, type PictureFault } from "./fetch/picture-error.ts";
import { fileName, type KnownPictures } from "./known-pictures.ts";
import { createSingleFlight } from "./single-flight.ts";
import type { PictureFiles } from "./store/picture-files.ts";
import type { PictureFacts } from "./store/picture-index.ts";

/** How long the source is not asked again: about a picture that is none, and after any other failure. */
const NEGATIVE_MS = { broken: 60_000, away: 4_000 };
/** A reader waits while a busy source is asked again: the page that is open shows the picture and no stand-in. */
const BUSY_WAITS_MS = [500, 1_000, 1_500];
/** Faults of the picture, not of the way to it. */
const BROKEN: ReadonlySet<PictureFault> = new Set([
  "forbidden",
  "too-large",
  "wrong-type",
  "unreadable",
  "missing",
]);
const MAX_NEGATIVE = 10_000;
const MAX_SIGNED = 20_000;
/** A source without ETag and Last-Modified sends all bytes again: it is asked once a day. */
const UNVERSIONED_FRESH_MS = 24 * 60 * 60 * 1_000;
const MIN_FRESH_MS = 60_000;
/** From the request to the kept picture. */
const FETCHES = { atOnce: 4, waiting: 200 };
/** With more waiting, what is known is not checked: readers wait for the others. */
const MOST_WAITING = 20;

export interface LearnDeps {
  fetchPicture: FetchPicture;
  known: KnownPictures;
  files: PictureFiles;
  /** Runs a conversion when it is its turn. */
  convert: <T>(job: () => Promise<T>) => Promise<T>;
  /** How old a picture may be before the source is asked again. */
  freshMs: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Called once for each fetch that gave no picture. */
  onFault: (fault: PictureFault, error: PictureError) => void;
}

/** What variants are made of: a file, or bytes when the disk has failed. */
export type Original = string | Buffer;

/** A picture that was just fetched; `original` is null when the source has no newer one. */
export interface LearnedPicture {
  facts: PictureFacts;
  original: Original | null;
}

export interface LearnPicture {
  /** The address without its signature, which names the picture. The signed one is remembered for the next fetch. */
  identify(address: string): string;
  /** As it was identified last. */
  signedAddress(address: string): string;
  /**
   * Fetches the picture and keeps it: its original, its main JPEG, its size.
   * @throws PictureError, also for a while after a failure; OverLimitError
   */
  learn(address: string): Promise<LearnedPicture>;
  /** What is known, at once; an old picture is checked in the background. */
  facts(address: string): PictureFacts | undefined;
  /**
   * There is none, or none that can be shown. Until a fetch succeeds, also while the source is away; asked a while after a
   * failure, it fetches the picture again in the background.
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
  const signed = new LRUCache<string, string>({ max: MAX_SIGNED });
  const signedAddress = (address: string) => signed.get(address) ?? address;
  const negative = new LRUCache<string, Failure>({ max: MAX_NEGATIVE });
  const singleFlight = createSingleFlight<LearnedPicture>();
  const limit = createConcurrencyLimit(FETCHES);
  const failureOf = (address: string) => {
    const failure = negative.get(address);
    return failure && failure.untilMs > now() ? failure.error : null;
  };

  async function begin(address: string): Promise<LearnedPicture> {
    try {
      const learned = await unlessBusy(() =>
        limit(() => fetchAndKeep({ ...deps, signedAddress }, address)),
      );
      negative.delete(address);
      return learned;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const isFound = BROKEN.has(error.fault);
      const isBroken = isFound || negative.get(address)?.isBroken === true;
      const untilMs = now() + (isFound ? NEGATIVE_MS.broken : NEGATIVE_MS.away);
      negative.set(address, { error, untilMs, isBroken });
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
    return singleFlight.run(address, () => begin(address));
  };

  const learnInBackground = (address: string) => {
    // A failure is logged where it happens; what is kept goes on being sent.
    if (failureOf(address) === null) learn(address).catch(() => {});
  };

  return {
    identify: (address) => {
      const identity = withoutSignature(address);
      if (identity !== address) signed.set(identity, address);
      return identity;
    },
    signedAddress,
    learn,
    facts: (address) => {
      const facts = known.get(address);
      if (facts && isOld(facts, deps) && limit.waitingNow() < MOST_WAITING)
        learnInBackground(address);
      return facts;
    },
    isBroken: (address) => {
      if (!negative.get(address)?.isBroken || known.get(address)) return false;
      learnInBackground(address);
      return true;
    },
  };
}

async function unlessBusy<T>(attempt: () => Promise<T>): Promise<T> {
  for (const waitMs of BUSY_WAITS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof PictureError && error.fault === "busy")) throw error;
      await wait(waitMs, undefined, { ref: false });
    }
  }
  return attempt();
}

function isOld({ etag, lastModified, checkedAtMs }: PictureFacts, { freshMs, now }: LearnDeps) {
  const isVersioned = etag !== null || lastModified !== null;
  return now() - checkedAtMs > Math.max(isVersioned ? freshMs : UNVERSIONED_FRESH_MS, MIN_FRESH_MS);
}

interface FetchDeps extends LearnDeps {
  signedAddress: (address: string) => string;
}

async function fetchAndKeep(deps: FetchDeps, address: string): Promise<LearnedPicture> {
  const { known, files, convert, now } = deps;
  const old = known.get(address);
  const { validators, fetched } = await fetchOriginal(deps, address, old);
  if (fetched === null) {
    if (!old) throw new PictureError("unreachable", "304 without a condition");
    const facts = { ...old, ...validators, checkedAtMs: now() };
    known.set(address, facts);
    return { facts, original: null };
  }
  const { name, original, type, version } = fetched;
  const prepared = await convert(() => preparePicture(original, type)).catch((error) => {
    // A full cache may have deleted it by now.
    if (typeof original === "string" && !files.has(name))
      throw new PictureError("unreachable", "its file was deleted", error);
    files.delete(name);
    throw error;
  });
  await files.write(fileName(address, version, `${MAIN_WIDTH}.jpg`), prepared.main);
  const facts = factsOf(prepared, { ...validators, version, checkedAtMs: now() });
  known.set(address, facts);
  return { facts, original };
}

interface FetchedOriginal {
  /** Of its file. */
  name: string;
  original: Original;
  type: PictureType;
  version: string;
}

/** Null when the source has no newer picture. Its bytes do not stay in memory while it waits for its conversion. */
async function fetchOriginal(
  deps: FetchDeps,
  address: string,
  old: PictureFacts | undefined,
): Promise<{ validators: KnownVersion; fetched: FetchedOriginal | null }> {
  const { files, fetchPicture, signedAddress } = deps;
  const isKept = old && files.has(fileName(address, old.version, "original"));
  const response = await fetchPicture({
    address: signedAddress(address),
    known: isKept ? old : null,
  });
  const { picture, etag, lastModified } = response;
  const isNew = picture !== null && !(isKept && picture.version === old.version);
  const fetched = isNew ? await keepOriginal(deps, address, picture) : null;
  return { validators: { etag, lastModified }, fetched };
}

async function keepOriginal(
  { files, convert }: LearnDeps,
  address: string,
  { bytes, version }: FetchedPicture,
): Promise<FetchedOriginal> {
  const type = pictureType(bytes);
  if (type === null) throw new PictureError("wrong-type", "unknown first bytes");
  const original = type === "svg" ? await convert(() => prepareSvg(bytes)) : bytes;
  const name = fileName(address, version, "original");
  await files.write(name, original);
  const path = files.pathOf(name);
  if (path !== null) free(bytes);
  return { name, original: path ?? original, type, version };
}

/** Gives the memory back at once: the garbage collector hardly notices what buffers hold outside its heap. */
function free({ buffer, byteLength }: Buffer): void {
  const isShared = buffer.byteLength !== byteLength;
  if (!isShared && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function factsOf(
  { width, height, main, placeholder }: PreparedPicture,
  fetched: Pick<PictureFacts, "version" | "etag" | "lastModified" | "checkedAtMs">,
): PictureFacts {
  return { ...fetched, width, height, bytes: main.length, placeholder };
}
