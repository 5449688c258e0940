import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import * as z from "zod";
import { DATA_STATES, type DataState, type ReadContext, sourceNote } from "./read-context.ts";

/** The states of the response cache: `refreshed` in time, `stale` if not, `miss` rendered and stored, `skip` not cacheable. */
export const PAGE_CACHE_STATES = ["hit", "refreshed", "stale", "miss", "skip"] as const;
export type PageCacheState = (typeof PAGE_CACHE_STATES)[number];

const ms = z.number().min(0);
const count = z.number().int().min(0);

const MAX_ITEM_LENGTH = 200;
/** The characters of a slug or an id. They allow no e-mail address, and nothing that a log viewer could execute. */
const ITEM = /^[\p{L}\p{M}\p{N}._~-]+$/u;
/** The route parameters that name an item of the site. The reference of a message or gift is private to its sender. */
const OF_ITEM = /^:(?:slug|id|file)\b/;

/** Reads the item from the end of a URL, where route and URL match whatever prefix the URL has. Undefined for unsafe text. */
function itemOf(url: string, route: string): string | undefined {
  const names = route.split("/").reverse();
  const at = names.findIndex((name) => OF_ITEM.test(name));
  const [path = ""] = url.split("?", 1);
  const text = at < 0 ? undefined : path.split("/").at(-1 - at);
  try {
    const item = decodeURIComponent(text ?? "");
    return item.length <= MAX_ITEM_LENGTH && ITEM.test(item) ? item : undefined;
  } catch {
    return undefined;
  }
}

/** The schema of a line of the request log (server/README.md, "Logs"). Strict, so that no address, URL, query, body or name is logged. */
export const requestLine = z.strictObject({
  reqId: z.string(),
  traceId: z.string().regex(/^(?!0{32})[0-9a-f]{32}$/),
  method: z.string().regex(/^[A-Z-]+$/),
  route: z.string().regex(/^(\/[^?#\s]*|\*|\(unknown\))$/),
  item: z.string().max(MAX_ITEM_LENGTH).regex(ITEM).optional(),
  status: z.number().int().min(100).max(599),
  ttfbMs: ms.optional(),
  durationMs: ms,
  bytes: count,
  pageCache: z.enum(PAGE_CACHE_STATES).optional(),
  data: z.enum(DATA_STATES).optional(),
  sources: z.array(sourceNote).optional(),
  renderMs: ms.optional(),
  robot: z.boolean(),
  aborted: z.boolean(),
  shed: z.literal(true).optional(),
  limited: z.string().optional(),
});

export type RequestLine = z.infer<typeof requestLine>;

/** The facts collected for the log line during a request, and a few more for metrics and headers. */
export interface RequestStats extends Partial<RequestLine> {
  isStreamed?: boolean;
  /** Whether the response is a file with few headers. */
  isFile?: boolean;
  /** The bytes written to the socket before a streamed body. */
  socketBytes?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    stats: RequestStats;
    /** The span of the request when traces are exported; otherwise see `traceparentOf`. */
    traceparent: string | undefined;
  }
}

export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** A `traceparent` of version 00, whose ids must not be all zeros (W3C Trace Context, section 3.2). */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
/** A UUID of version 4, whose halves are never all zeros either. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** Makes a trace from the request id, if that is a UUID of our own and so random enough; a proxy's id may have any form. */
function newTraceparent(id: string): string {
  const hex = (UUID.test(id) ? id : randomUUID()).replaceAll("-", "");
  return `00-${hex}-${hex.slice(16)}-00`;
}

/** Returns the trace for the log line and calls of a request: the request's span, else the caller's trace, else a new, unsampled one. */
export function traceparentOf(request: FastifyRequest): string {
  const { traceparent: given } = request.headers;
  const isGiven = typeof given === "string" && TRACEPARENT.test(given);
  request.traceparent ??= isGiven ? given : newTraceparent(request.id);
  return request.traceparent;
}

/** Tells whether an open circuit breaker prevented the call, which the request's log line already shows. */
const isWithoutCall = (error: unknown) =>
  error instanceof Error && "attempts" in error && error.attempts === 0;

/**
 * Returns the context of a request for data reads. The signal aborts when the client disconnects, or after `limitMs`.
 * `AbortSignal.timeout` would keep its listeners, and with them the tree of a whole page, in memory until the timeout.
 */
export function readContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs }: { limitMs?: number } = {},
): ReadContext {
  const controller = new AbortController();
  const limit =
    limitMs === undefined ? undefined : setTimeout(() => controller.abort(), limitMs).unref();
  reply.raw.once("close", () => {
    clearTimeout(limit);
    if (!reply.raw.writableFinished) controller.abort();
  });
  const { stats } = request;
  return {
    requestId: request.id,
    // Computed on demand, since most requests find their data in a cache.
    get traceparent() {
      return traceparentOf(request);
    },
    signal: controller.signal,
    // Keep the worst state.
    onData: (state) => {
      const rank = (of: DataState) => DATA_STATES.indexOf(of);
      if (stats.data === undefined || rank(state) < rank(stats.data)) stats.data = state;
    },
    onSource: (note) => {
      stats.sources ??= [];
      stats.sources.push(note);
    },
    onError: (err) =>
      request.log[isWithoutCall(err) ? "debug" : "warn"]({ err }, "content source failed"),
  };
}

/** The cache of robot checks: most visitors share a few values of `User-Agent`. */
const robots = new LRUCache<string, boolean>({ max: 500, memoMethod: (agent) => isbot(agent) });

/** Returns the body's length: the `Content-Length`, or for a stream without it or cut off, the bytes written to the socket. */
function bytesOf({ raw, stats }: FastifyRequest, reply: FastifyReply, isAborted: boolean): number {
  if (raw.method === "HEAD" || reply.statusCode === 304) return 0;
  const length = reply.getHeader("content-length");
  const { socketBytes } = stats;
  if (socketBytes === undefined || (length !== undefined && !isAborted)) return Number(length ?? 0);
  return Math.max(0, (raw.socket?.bytesWritten ?? 0) - socketBytes);
}

/** Logs a request at its `close`, which comes once, whichever side ends it. pino omits undefined fields. */
export function logAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  const stats: RequestStats = {};
  request.stats = stats;
  let aborted = true;
  reply.raw.on("finish", () => {
    aborted = false;
  });
  reply.raw.on("close", () => {
    const { server, headers } = request;
    const response = reply.raw;
    const route = stats.route ?? request.routeOptions.url ?? "(unknown)";
    // As in nginx, 499 means that the client left before there was a status.
    const status = aborted && !response.headersSent ? 499 : response.statusCode;
    // A streamed page sends its status before its item can fail.
    const hasFailed = status >= 500 || stats.data === "none";
    const line: RequestLine = {
      reqId: request.id,
      traceId: traceparentOf(request).slice(3, 35),
      method: request.method,
      route,
      item: hasFailed ? itemOf(request.url, route) : undefined,
      status,
      durationMs: tenths(reply.elapsedTime),
      bytes: bytesOf(request, reply, aborted),
      robot: robots.memo(headers["user-agent"] ?? ""),
      aborted,
      ttfbMs: stats.ttfbMs,
      pageCache: stats.pageCache,
      data: stats.data,
      sources: stats.sources,
      renderMs: stats.renderMs,
      shed: stats.shed,
      limited: stats.limited,
    };
    server.log.info(line, "request");
    server.metrics.requestEnded(line, stats);
  });
}
