import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { SourceNote } from "../source/http/http-client.ts";

/**
 * How the response cache served a page. `hit`: fresh. `refreshed`: stale, revalidated in time. `stale`: sent
 * stale. `miss`: rendered and stored. `skip`: rendered, not cacheable.
 */
export const PAGE_CACHE_STATES = ["hit", "refreshed", "stale", "miss", "skip"] as const;
export type PageCacheState = (typeof PAGE_CACHE_STATES)[number];

/** How data was obtained, from worst to best; `none`: it was not available. */
export const DATA_STATES = ["none", "stale", "refreshed", "fresh"] as const;
export type DataState = (typeof DATA_STATES)[number];

/** Facts of one request, for its log line and the metrics. */
export class RequestStats {
  readonly startedAt = performance.now();
  /** 32 hex digits; null until it is needed. */
  traceId: string | null = null;
  /** The template of the page, where the server has one route for all pages. */
  route: string | null = null;
  ttfbMs: number | null = null;
  /** Size of the body, where known before it is sent. */
  bytes: number | null = null;
  /** Bytes written to the socket before this response. */
  socketBytes = 0;
  pageCache: PageCacheState | null = null;
  data: DataState | null = null;
  /** Calls to sources for this request that ended before it. */
  sources: SourceNote[] | null = null;
  renderMs: number | null = null;
  isStreamed = false;
  isShed = false;
  /** The rate limit that refused the post. */
  limited: string | null = null;
}

declare module "fastify" {
  interface FastifyRequest {
    stats: RequestStats | null;
    /** The span of this request, when traces are exported; parent of its calls. */
    spanTraceparent: string | null;
  }
}

/** The stats of a request, created at the first use. */
export function requestStatsOf(request: Pick<FastifyRequest, "stats">): RequestStats {
  request.stats ??= new RequestStats();
  return request.stats;
}

/** Rounds to one decimal. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** Records the state of data that a request used; the worst counts. */
export function noteData(stats: RequestStats, state: DataState): void {
  const rank = (of: DataState) => DATA_STATES.indexOf(of);
  if (stats.data === null || rank(state) < rank(stats.data)) stats.data = state;
}

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const ZEROS = /^0+$/;

/** What the trace of a request is read from. */
type Traced = Pick<FastifyRequest, "id" | "headers" | "stats" | "spanTraceparent">;

/** A `traceparent` header (W3C Trace Context, section 3.2); null when it is invalid. */
export function readTraceparent(
  header: unknown,
): { traceId: string; spanId: string; flags: string } | null {
  const [, traceId = "", spanId = "", flags = ""] =
    (typeof header === "string" && TRACEPARENT.exec(header)) || [];
  if (traceId === "" || ZEROS.test(traceId) || ZEROS.test(spanId)) return null;
  return { traceId, spanId, flags };
}

/** The trace id of a request: the caller's, else its request id when that is a UUID, else a random one. */
export function traceIdOf(request: Traced): string {
  const stats = requestStatsOf(request);
  const { id, spanTraceparent, headers } = request;
  stats.traceId ??=
    readTraceparent(spanTraceparent ?? headers.traceparent)?.traceId ??
    (UUID.test(id) ? id.replaceAll("-", "") : randomBytes(16).toString("hex"));
  return stats.traceId;
}

/**
 * The `traceparent` for calls to a source: the span of this request when traces are exported, else the
 * caller's unchanged, else a new unsampled trace.
 */
export function traceparentOf(request: Traced): string {
  const given = request.spanTraceparent ?? request.headers.traceparent;
  if (typeof given === "string" && readTraceparent(given) !== null) return given;
  return `00-${traceIdOf(request)}-${randomBytes(8).toString("hex")}-00`;
}
