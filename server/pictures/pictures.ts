import { BulkheadRejectedError, bulkhead, handleWhen, IterableBackoff, retry } from "cockatiel";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { MAIN_WIDTH, PICTURE_TYPES } from "../../shared/model/picture-widths.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "../../shared/time.ts";
import { strongEtag } from "../http/etag.ts";
import { cachePolicy } from "../http/headers.ts";
import { createSingleFlight } from "../single-flight.ts";
import { withoutSignature } from "../url-signature.ts";
import { internet } from "./address-guard.ts";
import { Conversions } from "./conversions.ts";
import type { PictureQuery } from "./convert-picture.ts";
import { PictureClient } from "./picture-client.ts";
import { PictureError } from "./picture-error.ts";
import { fileName, type PictureFacts, PictureFiles } from "./picture-files.ts";
import type { PictureIds } from "./picture-ids.ts";

type FoundPicture = { bytes: Buffer; type: string; etag: string; cacheControl: string };

const FETCHES = { atOnce: 4, waiting: 200 };
/** The number of waiting fetches from which known pictures are not checked: readers wait for the other fetches. */
const MOST_WAITING = 20;
/** The time until the source is asked again for a broken or missing picture. */
const BROKEN_MS = MINUTE_MS;
/** The time until the source is asked again after any other failure. */
const AWAY_MS = 4_000;
/**
 * The time that a picture without ETag and Last-Modified is fresh. The source sends all bytes of such a picture again, so one check a
 * day is enough.
 */
const UNVERSIONED_FRESH_MS = DAY_MS;
/** The waits before a busy source is asked again. The reader waits too, so that the open page shows the picture and no stand-in. */
const BUSY_WAITS_MS = [500, 1_000, 1_500];
const whileBusy = retry(
  handleWhen((error) => error instanceof PictureError && error.fault === "busy"),
  { maxAttempts: BUSY_WAITS_MS.length, backoff: new IterableBackoff(BUSY_WAITS_MS) },
).dangerouslyUnref();
/**
 * The number of waiting conversions from which no further variant is made. The main JPEG, which already exists, is sent at once
 * instead.
 */
const OVERLOADED = 4;

/** The facts and the original: a file, or bytes when the disk has failed; null when the source has no newer original. */
type LearnedPicture = { facts: PictureFacts; original: string | Buffer | null };

type Failure = { error: PictureError; untilMs: number };
type KeptPicture = FoundPicture & { address: string; version: string; file: string };

const variantOf = ({ width, format }: PictureQuery) => `${width}.${format}`;

/** Tells whether the picture itself is at fault, rather than the connection. */
const isPictureFault = ({ fault }: PictureError) =>
  fault === "broken" || fault === "slow" || fault === "missing";
/**
 * The options of the cache of hopeless work: bytes that are not a picture, and variants that take too long, are not retried for this
 * time.
 */
const HOPELESS = { max: 10_000, ttl: HOUR_MS };

/** The facts of pictures by address, and their variants from memory, disk or the source. */
export class Pictures {
  readonly #app: FastifyInstance;
  readonly #ids: PictureIds;
  readonly #client: PictureClient;
  readonly #files: PictureFiles;
  readonly #fetches = bulkhead(FETCHES.atOnce, FETCHES.waiting);
  readonly #fetchOnce = createSingleFlight<LearnedPicture>();
  readonly #conversions = new Conversions();
  readonly #convertOnce = createSingleFlight<Buffer>();
  /** The signed addresses, by the address without its signature. */
  readonly #signed = new LRUCache<string, string>({ max: 20_000 });
  readonly #failures = new LRUCache<string, Failure>({ max: 10_000 });
  /** The errors of hopeless work, by the version of the bytes or the file of a variant. */
  readonly #hopeless = new LRUCache<string, PictureError>(HOPELESS);
  /** The pictures that were sent, by the path of their request, whose id was verified. */
  readonly #memory = new LRUCache<string, KeptPicture>({
    max: 5_000,
    maxSize: 32 * 1024 * 1024,
    sizeCalculation: ({ bytes }, path) => bytes.length + path.length,
  });

  constructor(app: FastifyInstance, ids: PictureIds) {
    this.#app = app;
    this.#ids = ids;
    this.#client = new PictureClient(app, internet);
    this.#files = new PictureFiles(app);
    app.addHook("onClose", async () => {
      this.#conversions.close();
      await this.#client.close();
    });
  }

  /** Returns the address without its signature, which names the picture, and remembers the signed address for the next fetch. */
  rememberAddress(address: string): string {
    const identity = withoutSignature(address);
    if (identity !== address) this.#signed.set(identity, address);
    return identity;
  }

  signedAddress(address: string): string {
    return this.#signed.get(address) ?? address;
  }

  /** Returns the known facts at once, and checks an old picture in the background. */
  requestDimensions(address: string): PictureFacts | undefined {
    const facts = this.#files.facts.get(address);
    if (!facts) return undefined;
    const isVersioned = facts.etag !== null || facts.lastModified !== null;
    const freshMs = isVersioned ? this.#app.config.FRESH_SECONDS * SECOND_MS : UNVERSIONED_FRESH_MS;
    const isOld = this.#app.clock() - facts.checkedAtMs > Math.max(freshMs, MINUTE_MS);
    // A failure is logged where it happens, and the kept picture is still sent.
    if (isOld && FETCHES.waiting - this.#fetches.queueSlots < MOST_WAITING)
      this.#learn(address).catch(() => {});
    return facts;
  }

  /** Returns true for a picture that is missing or cannot be shown. A while after the failure, a call starts a new fetch. */
  checkBroken(address: string): boolean {
    const failure = this.#failures.get(address);
    if (!failure || !isPictureFault(failure.error) || this.#files.facts.get(address)) return false;
    this.#learn(address).catch(() => {});
    return true;
  }

  /**
   * Fetches and keeps a picture, even when its reader leaves. Throws PictureError or BulkheadRejectedError. For a while after a
   * failure, throws the last PictureError again without a fetch.
   */
  async #learn(address: string): Promise<LearnedPicture> {
    const { clock, log, source } = this.#app;
    const failure = this.#failures.get(address);
    if (failure && failure.untilMs > clock()) throw failure.error;
    return this.#fetchOnce(address, async () => {
      try {
        const fetch = () => this.#fetches.execute(() => this.#fetchAndKeep(address));
        const fetched = await whileBusy.execute(fetch);
        this.#failures.delete(address);
        return fetched;
      } catch (error) {
        if (!(error instanceof PictureError)) throw error;
        const untilMs = clock() + (isPictureFault(error) ? BROKEN_MS : AWAY_MS);
        // A fault of the picture itself stays true until a fetch succeeds.
        const known = failure && !isPictureFault(error) ? failure.error : error;
        this.#failures.set(address, { error: known, untilMs });
        // Any other failure keeps the picture: the source may be down, or answer 404 to everything.
        const isBelieved = error.fault === "missing" && !source.health.isFailing();
        if (isBelieved) this.#files.facts.delete(address);
        log.info({ fault: error.fault, reason: error.message }, "picture not available");
        throw error;
      }
    });
  }

  async #fetchAndKeep(address: string): Promise<LearnedPicture> {
    const files = this.#files;
    const old = files.facts.get(address);
    const kept = old && files.has(fileName(address, old.version, "original")) ? old : null;
    const fetched = await this.#client.request(this.signedAddress(address), kept);
    if (kept && (fetched === null || fetched.version === kept.version)) {
      const { etag, lastModified } = fetched ?? kept;
      const facts = { ...kept, etag, lastModified, checkedAtMs: this.#app.clock() };
      files.setFacts(address, facts);
      return { facts, original: null };
    }
    if (fetched === null) throw new PictureError("away", "304 without a condition");
    const { bytes, ...versioned } = fetched;
    const prepare = () => this.#conversions.prepare(bytes);
    const { original, main, ...prepared } = await this.#tryOnce(versioned.version, prepare);
    const name = fileName(address, versioned.version, "original");
    await files.write(name, original);
    await files.write(fileName(address, versioned.version, `${MAIN_WIDTH}.jpg`), main);
    const facts = { ...prepared, ...versioned, bytes: main.length, checkedAtMs: this.#app.clock() };
    files.setFacts(address, facts);
    return { facts, original: files.pathOf(name) ?? original };
  }

  /** Does the work unless it has failed before: the same bytes would fail again. */
  async #tryOnce<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#hopeless.get(name);
    if (before) throw before;
    try {
      return await work();
    } catch (error) {
      if (error instanceof PictureError) this.#hopeless.set(name, error);
      throw error;
    }
  }

  /** Returns a picture from memory, if its path was found before and the picture is still the source's version. */
  kept(path: string): FoundPicture | undefined {
    const kept = this.#memory.get(path);
    if (!kept || this.requestDimensions(kept.address)?.version !== kept.version) return undefined;
    this.#files.has(kept.file);
    return kept;
  }

  /**
   * Returns a variant of a picture. `missing`: the id is not ours, or the picture cannot be shown. `busy`: too many requests wait.
   * Never rejects because of a source.
   */
  async get(query: PictureQuery): Promise<FoundPicture | "missing" | "busy"> {
    const name = this.#ids.read(query.id);
    if (name === null) return "missing";
    const { address } = name;
    try {
      const { version } = this.requestDimensions(address) ?? (await this.#learn(address)).facts;
      const file = fileName(address, version, variantOf(query));
      const read = await this.#files.read(file);
      const bytes = read ?? (await this.#convert(address, version, query));
      // A URL that names this version always has the same bytes.
      const cacheControl = name.version === version ? cachePolicy.immutable : cachePolicy.picture;
      const type = PICTURE_TYPES[query.format];
      const kept = { bytes, type, etag: strongEtag(file), cacheControl, address, version, file };
      this.#memory.set(`${query.id}/${variantOf(query)}`, kept);
      return kept;
    } catch (error) {
      const isLate = error instanceof BulkheadRejectedError;
      const isSlow = error instanceof PictureError && error.fault === "slow";
      if (error instanceof PictureError && !isSlow) return "missing";
      if (!isLate && !isSlow) throw error;
      // The one JPEG that was made when the picture was fetched.
      const { version = "" } = this.#files.facts.get(address) ?? {};
      const file = fileName(address, version, `${MAIN_WIDTH}.jpg`);
      const bytes = await this.#files.read(file);
      const etag = strongEtag(file);
      const cacheControl = cachePolicy.pictureInstead;
      if (bytes) return { bytes, etag, type: PICTURE_TYPES.jpg, cacheControl };
      return isLate ? "busy" : "missing";
    }
  }

  #convert(address: string, version: string, query: PictureQuery): Promise<Buffer> {
    const file = fileName(address, version, variantOf(query));
    return this.#convertOnce(file, async () => {
      const name = fileName(address, version, "original");
      // The path of the original, so that running and waiting conversions do not hold its bytes.
      const original = this.#files.pathOf(name) ?? (await this.#learn(address)).original;
      if (original === null) throw new PictureError("away", "no original");
      if (this.#conversions.waiting >= OVERLOADED) throw new BulkheadRejectedError(1, OVERLOADED);
      let stopTimer = () => {};
      const onBegin = () => {
        stopTimer = this.#app.metrics.conversions.startTimer({ format: query.format });
      };
      const convert = () => this.#conversions.convert(original, query, onBegin);
      const converted = await this.#tryOnce(file, convert).catch((error) => {
        // The original was intact when it was written, so the file has been damaged: delete it, to fetch the picture again.
        if (error instanceof PictureError && error.fault === "broken") {
          this.#files.delete(name);
          this.#hopeless.delete(file);
        }
        throw error;
      });
      stopTimer();
      await this.#files.write(file, converted);
      return converted;
    });
  }
}
