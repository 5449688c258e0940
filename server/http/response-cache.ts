import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { CONTENT_TAG, type PageTag } from "../../shared/contract/data-tags.ts";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { createSingleFlight } from "../single-flight.ts";
import { recompress } from "./compress.ts";
import type { PageCacheState } from "./request-log.ts";

/** A cached response, which is sent without rendering, serialising or compressing again. */
export interface CachedResponse {
  /** The status, which is 404 for the page of unknown URLs. */
  status: 200 | 404;
  bytes: Buffer;
  /** All headers that do not depend on a request. Equal entity tags mean that only times changed. */
  headers: Readonly<Record<string, string>> & { etag: string };
  /** The time of the data's fetch in milliseconds, sent as `Age` (RFC 9111, section 5.1). Null sends no `Age`. */
  fetchedAtMs: number | null;
  freshUntilMs: number;
  tags: readonly PageTag[];
  /** The state of the data; undefined for a response without data. */
  data: "fresh" | "stale" | "none" | undefined;
  route?: string | undefined;
}

/** The factor for an entry's size: its encodings, which are made later, take less than 0.7 of its bytes. */
const WITH_ENCODINGS = 1.7;
/** The time for which good but stale data is served during revalidation, as shared caches may do too. */
const BEHIND_MS = 60_000;
/** The longest wait for a revalidation, exceeded only on an overloaded machine: server/source/data-cache.ts limits slow sources. */
const REVALIDATION_WAIT_MS = 1_000;

/** The longest freshness of a page with data: such pages show the server's time, to the minute. */
const MAX_FRESH_MS = 60_000;
const STATIC_FRESH_MS = 3_600_000;
/** The freshness of pages with stale data or failed parts, which are soon checked again. */
const STALE_FRESH_MS = 2_000;

export class ResponseCache {
  readonly #entries: LRUCache<string, CachedResponse>;
  readonly #app: FastifyInstance;
  readonly #now: () => number;
  readonly #isImproved: boolean;
  readonly #freshSeconds: number;
  readonly #replaceOnce = createSingleFlight<CachedResponse | null>();
  /** The number of purges so far, which `store` compares. */
  purges = 0;

  /** With `isImproved`, entries are recompressed in the background, which pays off for content that rarely changes. */
  constructor(app: FastifyInstance, options: { maxBytes: number; isImproved: boolean }) {
    this.#app = app;
    this.#now = app.clock;
    this.#isImproved = options.isImproved;
    this.#freshSeconds = app.config.FRESH_SECONDS;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * WITH_ENCODINGS) + 1,
    });
    app.siteData.changes.subscribe((tags) =>
      this.#purge(tags.filter((tag) => tag !== CONTENT_TAG)),
    );
    // The content changes once it is read, some time after its change was published.
    app.content.subscribe(() => this.#purge([CONTENT_TAG]));
  }

  get(key: string): CachedResponse | undefined {
    this.#app.siteData.dueChanges.publish();
    const known = this.#entries.get(key);
    if (known === undefined) return undefined;
    // An entry that is fresh for longer than possible is stale too: the clock was set back.
    const longestMs = known.data === undefined ? STATIC_FRESH_MS : MAX_FRESH_MS;
    if (known.freshUntilMs - this.#now() > longestMs) return undefined;
    if (this.#isImproved) void recompress(known.bytes);
    return known;
  }

  /** Stores a response, unless data was purged since the count was `purgesBefore`. */
  store(key: string, response: CachedResponse, purgesBefore: number): CachedResponse {
    if (purgesBefore === this.purges) this.#entries.set(key, response);
    return response;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  #purge(tags: readonly PageTag[]): void {
    this.purges += 1;
    for (const [key, response] of this.#entries.entries())
      if (response.tags.some((tag) => tags.includes(tag))) this.#entries.delete(key);
  }

  size(): { pages: number; bytes: number } {
    return { pages: this.#entries.size, bytes: this.#entries.calculatedSize };
  }

  freshUntilMs({ state, oldestFetchedAt }: PageResponse<unknown>["freshness"]): number {
    const nowMs = this.#now();
    if (state === "static") return nowMs + STATIC_FRESH_MS;
    if (state !== "fresh" || oldestFetchedAt === null) return nowMs + STALE_FRESH_MS;
    const endMs = Date.parse(oldestFetchedAt) + this.#freshSeconds * 1_000;
    return Math.max(nowMs, Math.min(nowMs + MAX_FRESH_MS, endMs));
  }

  /** Replaces a stale response, in a single render. Returns the old response if that fails or is late, null if nothing may be cached. */
  async revalidate(key: string, old: CachedResponse, render: () => Promise<CachedResponse | null>) {
    const isGood = old.data === undefined || old.data === "fresh";
    const isBehind = isGood && this.#now() - old.freshUntilMs < BEHIND_MS;
    const running = this.#replaceOnce(key, async () => {
      const purgesBefore = this.purges;
      const next = await render().catch(() => undefined);
      if (next === undefined) return old;
      if (next === null) {
        this.delete(key);
        return null;
      }
      if (next.headers.etag === old.headers.etag) {
        const { freshUntilMs, data } = next;
        return Object.assign(old, { freshUntilMs, data });
      }
      if (isBehind && this.#isImproved) await recompress(next.bytes);
      return this.store(key, next, purgesBefore);
    });
    if (isBehind) return old;
    return Promise.race([running, wait(REVALIDATION_WAIT_MS, old, { ref: false })]);
  }
}

export function sendCached(
  reply: FastifyReply,
  { status, headers, bytes, fetchedAtMs, data, route }: CachedResponse,
  state: PageCacheState,
): FastifyReply {
  const { stats } = reply.request;
  stats.pageCache = state;
  stats.data ??= data;
  if (route !== undefined) stats.route ??= route;
  if (fetchedAtMs !== null)
    reply.header("age", Math.max(0, Math.round((reply.server.clock() - fetchedAtMs) / 1_000)));
  return reply.code(status).headers(headers).send(bytes);
}
