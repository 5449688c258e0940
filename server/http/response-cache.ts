import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { createSingleFlight } from "../work-loop.ts";
import { encodeSmall } from "./finish-response.ts";
import type { PageCacheState } from "./request-log.ts";

/** A hit is sent without rendering, serialising or compressing. */
export interface CachedResponse {
  /** 404: the page of unknown URLs. */
  status: 200 | 404;
  bytes: Buffer;
  /** All but those of one request. Equal tags mean that nothing changed but clocks. */
  headers: Readonly<Record<string, string>> & { etag: string };
  /** When the data was fetched, milliseconds: sent as `Age` (RFC 9111, section 5.1). Null sends none. */
  fetchedAtMs: number | null;
  freshUntilMs: number;
  tags: readonly DataTag[];
  /** Undefined when it shows none. */
  data: "fresh" | "stale" | "none" | undefined;
  route?: string | undefined;
}

/** Both encodings, which are made later, take less than this share of the bytes. */
const WITH_ENCODINGS = 1.7;
/** Good data is sent for so long after its freshness while it is revalidated, as shared caches may. */
const BEHIND_MS = 60_000;
/** What takes longer is an overloaded machine: a slow source is waited for less (server/source/data-cache.ts). */
const REVALIDATION_WAIT_MS = 1_000;

/** Pages with data state the server's minute. */
const MAX_FRESH_MS = 60_000;
const STATIC_FRESH_MS = 3_600_000;
/** Stale data and failed parts are checked again soon. */
const STALE_FRESH_MS = 2_000;

export class ResponseCache {
  readonly #entries: LRUCache<string, CachedResponse>;
  readonly #app: FastifyInstance;
  readonly #now: () => number;
  readonly #isImproved: boolean;
  readonly #freshSeconds: number;
  readonly #replaceOnce = createSingleFlight<CachedResponse | null>();
  /** Counted for `store`. */
  purges = 0;

  /** `isImproved`: smaller encodings are made in the background, which is worth it for what rarely changes. */
  constructor(app: FastifyInstance, options: { maxBytes: number; isImproved: boolean }) {
    this.#app = app;
    this.#now = app.clock;
    this.#isImproved = options.isImproved;
    this.#freshSeconds = app.config.FRESH_SECONDS;
    this.#entries = new LRUCache({
      maxSize: options.maxBytes,
      sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * WITH_ENCODINGS) + 1,
    });
    app.siteData.changes.subscribe((tags) => this.#purge(tags));
  }

  get(key: string): CachedResponse | undefined {
    this.#app.siteData.dueChanges.publish();
    const known = this.#entries.get(key);
    if (known === undefined) return undefined;
    // Fresh for longer than anything is: the clock was set back.
    const longestMs = known.data === undefined ? STATIC_FRESH_MS : MAX_FRESH_MS;
    if (known.freshUntilMs - this.#now() > longestMs) return undefined;
    if (this.#isImproved) void encodeSmall(known.bytes);
    return known;
  }

  /** Unless data was purged since there were `purgesBefore`. */
  store(key: string, response: CachedResponse, purgesBefore: number): CachedResponse {
    if (purgesBefore === this.purges) this.#entries.set(key, response);
    return response;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  #purge(tags: readonly DataTag[]): void {
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

  /** Replaces a stale response, once for all who wait; the old one when that fails or is late, null when none may be cached. */
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
      if (isBehind && this.#isImproved) await encodeSmall(next.bytes);
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
