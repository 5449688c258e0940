import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import * as z from "zod";
import type { RequestContext } from "../source/site-data.ts";

/** `refreshed` in time, `stale` not, `miss` rendered and stored, `skip` not cacheable. */
export const PAGE_CACHE_STATES = ["hit", "refreshed", "stale", "miss", "skip"] as const;
export type PageCacheState = (typeof PAGE_CACHE_STATES)[number];

/** From worst to best; `none`: it was not available. */
export const DATA_STATES = ["none", "stale", "refreshed", "fresh"] as const;
export type DataState = (typeof DATA_STATES)[number];

const ms = z.number().min(0);
const count = z.number().int().min(0);

/** No attempts while the circuit breaker is open or paused. */
const sourceNote = z.strictObject({
  name: z.string(),
  status: z.union([z.number().int(), z.enum(["timeout", "network", "shape", "size", "aborted"])]),
  attempts: count,
  ms,
});

export type SourceNote = z.infer<typeof sourceNote>;

const MAX_ITEM_LENGTH = 200;
/** What a slug or an id is made of; no address of anybody, and nothing that a reader of the log could run. */
const ITEM = /^[\p{L}\p{M}\p{N}._~-]+$/u;
/** The parameters of routes that name an item of the site. A reference of a message or gift is its sender's. */
const OF_ITEM = /^:(?:slug|id|file)\b/;

/** The item that a URL names, by its route: both end alike, whatever prefix the URL has. Undefined for any other text. */
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

/** Explained in docs/reference/logs.md. Strict: no address, URL, query, body or name can be logged. */
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

/** What is known of the line before the end of its request, and more. */
export interface RequestStats extends Partial<RequestLine> {
  isStreamed?: boolean;
  /** A file that has few headers. */
  isFile?: boolean;
  /** Bytes written to the socket before the body, which is a stream. */
  socketBytes?: number;
}

declare module "fastify" {
  interface FastifyRequest {
    stats: RequestStats;
    /** Its span, when traces are exported; else see `traceparentOf`. */
    traceparent: string | undefined;
  }
}

export const tenths = (value: number): number => Math.round(value * 10) / 10;

/** The ids are not all zeros. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
/** Of version 4, whose halves are not all zeros either. */
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/** A `traceparent` header (W3C Trace Context, section 3.2); null when it is invalid. */
export function readTraceparent(header: unknown) {
  const found = TRACEPARENT.exec(String(header));
  if (found === null) return null;
  const [, traceId = "", spanId = "", flags = ""] = found;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
}

/** A new id is as random as a trace; that of a proxy has any form. */
function newTraceparent(id: string): string {
  const hex = (UUID.test(id) ? id : randomUUID()).replaceAll("-", "");
  return `00-${hex}-${hex.slice(16)}-00`;
}

/** The trace of a request, for its log line and its calls: its span, else the caller's unchanged, else a new one, unsampled. */
export function traceparentOf(request: FastifyRequest): string {
  const { traceparent: given } = request.headers;
  const isGiven = typeof given === "string" && TRACEPARENT.test(given);
  request.traceparent ??= isGiven ? given : newTraceparent(request.id);
  return request.traceparent;
}

/** While the circuit breaker is open. The request's line names it. */
const isWithoutCall = (error: unknown) =>
  error instanceof Error && "attempts" in error && error.attempts === 0;

/**
 * What reads of data need to know of a request. The signal aborts when the client disconnects, or after `limitMs`:
 * `AbortSignal.timeout` would keep its listeners, the tree of a whole page, in memory until it fires.
 */
export function requestContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs }: { limitMs?: number } = {},
): RequestContext {
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
    // Most requests find their data in a cache.
    get traceparent() {
      return traceparentOf(request);
    },
    signal: controller.signal,
    // The worst counts.
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

/** Most visitors share a few values of `User-Agent`. */
const robots = new LRUCache<string, boolean>({ max: 500, memoMethod: (agent) => isbot(agent) });

/** An injected request has no socket. */
const isComplete = (response: ServerResponse) =>
  response.writableFinished || (response.writableEnded && "_lightMyRequest" in response);

/** The length of the body as Fastify knows it; of a stream without one, or that was cut off, what was written on the socket. */
function bytesOf({ raw, stats }: FastifyRequest, reply: FastifyReply, isAborted: boolean): number {
  if (raw.method === "HEAD" || reply.statusCode === 304) return 0;
  const length = reply.getHeader("content-length");
  const { socketBytes } = stats;
  if (socketBytes === undefined || (length !== undefined && !isAborted)) return Number(length ?? 0);
  return Math.max(0, (raw.socket?.bytesWritten ?? 0) - socketBytes);
}

/** `close` comes once, whichever side ended the request. pino leaves out fields without a value. */
export function logAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  const stats: RequestStats = {};
  request.stats = stats;
  reply.raw.on("close", () => {
    const { server, headers } = request;
    const response = reply.raw;
    const aborted = !isComplete(response);
    const route = stats.route ?? request.routeOptions.url ?? "(unknown)";
    // As in nginx: there was no status before the client left.
    const status = aborted && !response.headersSent ? 499 : response.statusCode;
    // The status of a page in parts was sent before its item failed.
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
