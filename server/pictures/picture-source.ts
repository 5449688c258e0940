import { type BulkheadPolicy, bulkhead, handleWhen, IterableBackoff, retry } from "cockatiel";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { MAIN_WIDTH } from "../../shared/model/picture-widths.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "../../shared/time.ts";
import { withoutSignature } from "../source/text/web-url.ts";
import { createSingleFlight } from "../work-loop.ts";
import { pictureType, preparePicture, prepareSvg } from "./convert-picture.ts";
import { type PictureClient, PictureError } from "./picture-client.ts";
import { fileName, type PictureFacts, type PictureFiles } from "./picture-files.ts";

/** From the request to the kept picture. */
const FETCHES = { atOnce: 4, waiting: 200 };
/** With more waiting, what is known is not checked: readers wait for the others. */
const MOST_WAITING = 20;
/** Faults of the picture, not of the way to it. */
const BROKEN = ["forbidden", "too-large", "wrong-type", "unreadable", "missing"];
/** How long the source is not asked again: about a picture that is none, and after any other failure. */
const [BROKEN_MS, AWAY_MS] = [MINUTE_MS, 4_000];
/** A source without ETag and Last-Modified sends all bytes again: it is asked once a day. */
const UNVERSIONED_FRESH_MS = DAY_MS;
/** A reader waits while a busy source is asked again: the page that is open shows the picture and no stand-in. */
const BUSY_WAITS_MS = [500, 1_000, 1_500];
const whileBusy = retry(
  handleWhen((error) => error instanceof PictureError && error.fault === "busy"),
  { maxAttempts: BUSY_WAITS_MS.length, backoff: new IterableBackoff(BUSY_WAITS_MS) },
).dangerouslyUnref();

/** The original is a file, or bytes when the disk has failed; null when the source has no newer one. */
type LearnedPicture = { facts: PictureFacts; original: string | Buffer | null };

/** What is known of the pictures of the source by their address, and how more is learned. */
export class PictureSource {
  readonly #app: FastifyInstance;
  readonly #client: PictureClient;
  readonly #files: PictureFiles;
  readonly #conversions: BulkheadPolicy;
  readonly #fetches = bulkhead(FETCHES.atOnce, FETCHES.waiting);
  readonly #once = createSingleFlight<LearnedPicture>();
  /** The signed addresses of pictures, by those without their signature. */
  readonly #signed = new LRUCache<string, string>({ max: 20_000 });
  readonly #failures = new LRUCache<
    string,
    { error: PictureError; untilMs: number; isBroken: boolean }
  >({ max: 10_000 });

  /** `conversions` has their turns. */
  constructor(
    app: FastifyInstance,
    client: PictureClient,
    files: PictureFiles,
    conversions: BulkheadPolicy,
  ) {
    this.#app = app;
    this.#client = client;
    this.#files = files;
    this.#conversions = conversions;
  }

  /** The address without its signature, which names the picture. The signed one is remembered for the next fetch. */
  identify(address: string): string {
    const identity = withoutSignature(address);
    if (identity !== address) this.#signed.set(identity, address);
    return identity;
  }

  /** As it was identified last. */
  signedAddress(address: string): string {
    return this.#signed.get(address) ?? address;
  }

  /** What is known, at once; an old picture is checked in the background. */
  facts(address: string): PictureFacts | undefined {
    const facts = this.#files.facts(address);
    if (!facts) return undefined;
    const isVersioned = facts.etag !== null || facts.lastModified !== null;
    const freshMs = isVersioned ? this.#app.config.FRESH_SECONDS * SECOND_MS : UNVERSIONED_FRESH_MS;
    const isOld = this.#app.clock() - facts.checkedAtMs > Math.max(freshMs, MINUTE_MS);
    if (isOld && FETCHES.waiting - this.#fetches.queueSlots < MOST_WAITING)
      this.#learnInBackground(address);
    return facts;
  }

  /** There is none, or none that can be shown, until a fetch succeeds: one begins a while after a failure. */
  isBroken(address: string): boolean {
    if (!this.#failures.get(address)?.isBroken || this.#files.facts(address)) return false;
    this.#learnInBackground(address);
    return true;
  }

  /** A failure is logged where it happens; what is kept goes on being sent. */
  #learnInBackground(address: string): void {
    this.learn(address).catch(() => {});
  }

  /** Fetches and keeps it, also when its reader leaves. Throws PictureError, for a while the last one, or BulkheadRejectedError. */
  async learn(address: string): Promise<LearnedPicture> {
    const failure = this.#failures.get(address);
    if (failure && failure.untilMs > this.#app.clock()) throw failure.error;
    return this.#once(address, async () => {
      try {
        const fetch = () => this.#fetches.execute(() => this.#fetchAndKeep(address));
        const fetched = await whileBusy.execute(fetch);
        this.#failures.delete(address);
        return fetched;
      } catch (error) {
        if (error instanceof PictureError) this.#noteFailure(address, error);
        throw error;
      }
    });
  }

  #noteFailure(address: string, error: PictureError): void {
    const { clock, log } = this.#app;
    const { fault, message: reason } = error;
    const isFound = BROKEN.includes(fault);
    const isBroken = isFound || this.#failures.get(address)?.isBroken === true;
    const untilMs = clock() + (isFound ? BROKEN_MS : AWAY_MS);
    this.#failures.set(address, { error, untilMs, isBroken });
    // Any other failure keeps what is there: the source may be down, or send an error page.
    if (fault === "missing") this.#files.deleteFacts(address);
    log.info({ fault, reason }, "picture not available");
  }

  async #fetchAndKeep(address: string): Promise<LearnedPicture> {
    const files = this.#files;
    const old = files.facts(address);
    const kept = old && files.has(fileName(address, old.version, "original")) ? old : null;
    const fetched = await this.#client.request(this.signedAddress(address), kept);
    if (kept && (fetched === null || fetched.version === kept.version)) {
      const { etag, lastModified } = fetched ?? kept;
      const facts = { ...kept, etag, lastModified, checkedAtMs: this.#app.clock() };
      files.setFacts(address, facts);
      return { facts, original: null };
    }
    if (fetched === null) throw new PictureError("unreachable", "304 without a condition");
    const { bytes, ...said } = fetched;
    const { original, ...prepared } = await this.#keep(address, said.version, bytes);
    const facts = { ...prepared, ...said, checkedAtMs: this.#app.clock() };
    files.setFacts(address, facts);
    return { facts, original };
  }

  async #keep(address: string, version: string, bytes: Buffer) {
    const files = this.#files;
    const type = pictureType(bytes);
    if (type === null) throw new PictureError("wrong-type", "unknown first bytes");
    const pixels =
      type === "svg" ? await this.#conversions.execute(() => prepareSvg(bytes)) : bytes;
    const name = fileName(address, version, "original");
    await files.write(name, pixels);
    const file = files.pathOf(name);
    // Its bytes do not stay in memory while it waits for its conversion.
    if (file !== null) free(bytes);
    const original = file ?? pixels;
    try {
      const { main, ...prepared } = await this.#conversions.execute(() =>
        preparePicture(original, type),
      );
      await files.write(fileName(address, version, `${MAIN_WIDTH}.jpg`), main);
      return { ...prepared, bytes: main.length, original };
    } catch (error) {
      files.delete(name);
      throw error;
    }
  }
}

/** Gives the memory back at once: the garbage collector hardly notices what buffers hold outside its heap. */
function free({ buffer, byteLength }: Buffer): void {
  const isShared = buffer.byteLength !== byteLength;
  if (!isShared && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
