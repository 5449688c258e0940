import type { FastifyRequest } from "fastify";
import type { DataState, SourceNote } from "../upstream/request-context.ts";

/**
 * How the response cache served a page. `hit`: fresh. `refreshed`: stale, revalidated in time. `stale`: sent
 * stale. `miss`: rendered and stored. `skip`: rendered, not cacheable.
 */
export const PAGE_CACHE_STATES = ["hit", "refreshed", "stale", "miss", "skip"] as const;
export type PageCacheState = (typeof PAGE_CACHE_STATES)[number];

/** Facts of one request, for its log line and the metrics. */
export interface RequestStats {
  /** `performance.now()`. */
  startedAt: number;
  /** 32 hex digits; null until it is needed. */
  traceId: string | null;
  /** The template of the page, where the server has one route for all pages. */
  route: string | null;
  ttfbMs: number | null;
  /** Size of the body, where known before it is sent. */
  bytes: number | null;
  /** Bytes written to the socket before this response. */
  socketBytes: number;
  pageCache: PageCacheState | null;
  data: DataState | null;
  /** Calls to sources for this request that ended before it. */
  sources: SourceNote[] | null;
  renderMs: number | null;
  isStreamed: boolean;
  isShed: boolean;
  /** The rate limit that refused the post. */
  limited: string | null;
}

declare module "fastify" {
  interface FastifyRequest {
    stats: RequestStats | null;
  }
}

/** The stats of a request that begins now. */
const createRequestStats = (): RequestStats => ({
  startedAt: performance.now(),
  traceId: null,
  route: null,
  ttfbMs: null,
  bytes: null,
  socketBytes: 0,
  pageCache: null,
  data: null,
  sources: null,
  renderMs: null,
  isStreamed: false,
  isShed: false,
  limited: null,
});

/** The stats of a request, created at the first use. */
export function requestStatsOf(request: Pick<FastifyRequest, "stats">): RequestStats {
  request.stats ??= createRequestStats();
  return request.stats;
}

/** Rounds to one decimal. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** From worst to best. */
const ORDER: readonly DataState[] = ["none", "stale", "refreshed", "fresh"];

/** Records the state of data that a request used; the worst counts. */
export function noteData(stats: RequestStats, state: DataState): void {
  if (stats.data === null || ORDER.indexOf(state) < ORDER.indexOf(stats.data)) stats.data = state;
}
