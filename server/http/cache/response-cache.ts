import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import type { PageResponse } from "../../../shared/contract/page-renderer.ts";
import type { DataTag } from "../../../shared/contract/site-data.ts";
import { type PageCacheState, requestStatsOf } from "../../observability/request-stats.ts";
import { encodeSmall } from "./encodings.ts";

/** A whole response as bytes: a hit is sent without rendering, serialising or compressing. */
export interface CachedResponse {
  /** 404 for the page of unknown URLs, else 200. */
  status: 200 | 404;
  bytes: Buffer;
  /** With `etag`: equal ones mean that nothing changed but clocks. */
  headers: Readonly<Record<string, string>> & { etag: string };
  /** When the data was fetched, milliseconds: sent as `Age`. Null sends none. */
  fetchedAtMs: number | null;
  /** Sent without revalidation until then; milliseconds. */
  freshUntilMs: number;
  /** Which of the source's data it shows. */
  tags: readonly DataTag[];
  /** The state of its data; null when it has none. */
  data: "fresh" | "stale" | "none" | null;
}

/** What is stored unless data was purged since it was read. */
export interface ResponseToStore {
  response: CachedResponse;
  /** `purges()` before the data was read. */
  purgesBefore: number;
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined;
  store(key: string, stored: ResponseToStore): CachedResponse;
  delete(key: string): void;
  /** After a write: removes the responses that show such data. */
  purge(tags: readonly DataTag[]): void;
  /** The number of purges so far. */
  purges(): number;
  /**
   * Replaces a stale response, once for all requests of its key. Returns the old one while it may be sent, when `render`
   * fails, and when it takes too long; null when the key has no response to cache any more.
   */
  revalidate(
    key: string,
    old: CachedResponse,
    render: () => Promise<ResponseToStore | null>,
  ): Promise<CachedResponse | null>;
  size(): { pages: number; bytes: number };
}

/** Space for both encodings of a response, made later: together they take less than this share of it. */
const WITH_ENCODINGS = 1.7;
/** Good data is sent for so long after its freshness while it is revalidated, as shared caches may. */
const BEHIND_MS = 60_000;
/** What takes longer is an overloaded machine: a slow source is waited for less (server/bff/cache/freshness-policy.ts). */
const REVALIDATION_WAIT_MS = 1_000;

interface Options {
  /** Bounds all entries, their encodings included. */
  maxBytes: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Whether smaller encodings are made in the background: worth it for what rarely changes. */
  isImproved: boolean;
}

/** An empty cache of responses, bounded in bytes. */
export function createResponseCache({ maxBytes, now, isImproved }: Options): ResponseCache {
  const entries = new LRUCache<string, CachedResponse>({
    maxSize: maxBytes,
    sizeCalculation: ({ bytes }) => Math.ceil(bytes.length * WITH_ENCODINGS) + 1,
  });
  const revalidations = new Map<string, Promise<CachedResponse | null>>();
  let purges = 0;

  function store(key: string, { response, purgesBefore }: ResponseToStore): CachedResponse {
    if (purgesBefore === purges) entries.set(key, response);
    return response;
  }

  async function replace(
    key: string,
    old: CachedResponse,
    { render, isBehind }: { render: () => Promise<ResponseToStore | null>; isBehind: boolean },
  ): Promise<CachedResponse | null> {
    const next = await render().catch(() => ({ response: old, purgesBefore: -1 }));
    if (next === null) {
      entries.delete(key);
      return null;
    }
    const { response } = next;
    if (response === old) return old;
    if (response.headers.etag === old.headers.etag) {
      const { freshUntilMs, data } = response;
      return Object.assign(old, { freshUntilMs, data });
    }
    if (isBehind && isImproved) await encodeSmall(response.bytes);
    return store(key, next);
  }

  return {
    get(key) {
      const known = entries.get(key);
      if (known && isImproved) void encodeSmall(known.bytes);
      return known;
    },
    store,
    delete: (key) => void entries.delete(key),
    purge(tags) {
      purges += 1;
      for (const [key, response] of entries.entries())
        if (response.tags.some((tag) => tags.includes(tag))) entries.delete(key);
    },
    purges: () => purges,
    async revalidate(key, old, render) {
      const isGood = old.data === null || old.data === "fresh";
      const isBehind = isGood && now() - old.freshUntilMs < BEHIND_MS;
      const running = revalidations.get(key) ?? replace(key, old, { render, isBehind });
      if (!revalidations.has(key)) {
        revalidations.set(key, running);
        void running.finally(() => revalidations.delete(key));
      }
      if (isBehind) return old;
      return Promise.race([running, wait(REVALIDATION_WAIT_MS, old, { ref: false })]);
    },
    size: () => ({ pages: entries.size, bytes: entries.calculatedSize }),
  };
}

/** Pages with data state the server's minute. */
const MAX_FRESH_MS = 60_000;
const STATIC_FRESH_MS = 3_600_000;
/** Stale data and failed parts are checked again soon. */
const STALE_FRESH_MS = 2_000;

/** How long a response stays fresh, by the data it was made from; milliseconds. */
export function freshForMs(
  { state, oldestFetchedAt }: PageResponse<unknown>["freshness"],
  { nowMs, freshSeconds }: { nowMs: number; freshSeconds: number },
): number {
  if (state === "static") return STATIC_FRESH_MS;
  if (state !== "fresh" || oldestFetchedAt === null) return STALE_FRESH_MS;
  const leftMs = Date.parse(oldestFetchedAt) + freshSeconds * 1_000 - nowMs;
  return Math.max(0, Math.min(MAX_FRESH_MS, leftMs));
}

/** Sends a response that is or could be cached. `nowMs` is for those with an `Age` (RFC 9111, section 5.1). */
export function sendCached(
  reply: FastifyReply,
  { status, headers, bytes, fetchedAtMs, data }: CachedResponse,
  state: PageCacheState,
  nowMs = 0,
): FastifyReply {
  const stats = requestStatsOf(reply.request);
  stats.pageCache = state;
  stats.data ??= data;
  if (fetchedAtMs !== null)
    reply.header("age", Math.max(0, Math.round((nowMs - fetchedAtMs) / 1_000)));
  return reply.code(status).headers(headers).send(bytes);
}
