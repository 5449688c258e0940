import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import {
  type PageCacheState,
  type RequestStats,
  requestStatsOf,
} from "../../observability/request-stats.ts";
import { addEncoding, type CachedResponse } from "./cached-response.ts";
import { chooseEncoding, type Encoding } from "./content-encoding.ts";
import { matchesIfNoneMatch } from "./etag.ts";
import { CACHE_TIMINGS, serverTiming } from "./server-timing.ts";

/** Longer values of `Accept-Encoding` are parsed each time. */
const MAX_MEMOISED_LENGTH = 512;
const MAX_MEMOISED = 100;

const encodings = new Map<string, Encoding>();

function encodingFor({ "accept-encoding": acceptEncoding = "" }: IncomingHttpHeaders): Encoding {
  const known = encodings.get(acceptEncoding);
  if (known) return known;
  const chosen = chooseEncoding(acceptEncoding);
  if (acceptEncoding.length > MAX_MEMOISED_LENGTH) return chosen;
  if (encodings.size >= MAX_MEMOISED) encodings.clear();
  encodings.set(acceptEncoding, chosen);
  return chosen;
}

/** A cached response, and how it was found. */
export interface CacheHit {
  response: CachedResponse;
  /** Null where the cache of pages has no part in it. */
  state: PageCacheState | null;
  /** The clock, milliseconds; for responses with an `Age`. */
  nowMs?: number;
  /** In a compressed format, such as a picture: sent as it is, without the id of its request (docs/decisions/0062). */
  isFile?: boolean;
}

/** What a response depends on, whether or not the framework handles the request. */
interface Requested {
  id: string;
  headers: IncomingHttpHeaders;
  stats: RequestStats | null;
}

const encodingOf = (headers: IncomingHttpHeaders, { isFile }: CacheHit): Encoding =>
  isFile ? "identity" : encodingFor(headers);

/** True when nothing has to be compressed first. */
const isEncodedFor = (headers: IncomingHttpHeaders, hit: CacheHit): boolean =>
  hit.response.bodies[encodingOf(headers, hit)] !== undefined;

/**
 * Sends a cached response without the framework's serialisation and `onSend` hooks: lookup, headers and log
 * line only. The first request for a content encoding waits until it is compressed.
 */
export function sendCached(request: FastifyRequest, reply: FastifyReply, hit: CacheHit): void {
  reply.hijack();
  if (isEncodedFor(request.headers, hit)) sendHit(request, reply.raw, hit);
  else void sendOnceEncoded(request, reply.raw, hit);
}

/** The same for a response of which `isEncodedFor` is true. */
function sendHit(request: Requested, raw: ServerResponse, hit: CacheHit): void {
  sendBytes(request, raw, hit, encodingOf(request.headers, hit));
}

async function sendOnceEncoded(
  request: Requested,
  raw: ServerResponse,
  hit: CacheHit,
): Promise<void> {
  const encoding = encodingOf(request.headers, hit);
  const isEncoded = await addEncoding(hit.response, encoding).then(
    () => true,
    () => false,
  );
  sendBytes(request, raw, hit, isEncoded ? encoding : "identity");
}

function sendBytes(
  request: Requested,
  raw: ServerResponse,
  { response, state, nowMs = 0, isFile = false }: CacheHit,
  encoding: Encoding,
): void {
  const stats = requestStatsOf(request);
  stats.route = response.route;
  stats.pageCache = state;
  stats.data ??= response.data;
  stats.ttfbMs = performance.now() - stats.startedAt;
  const { fetchedAtMs, status } = response;
  const ofRequest = isFile ? [] : ["x-request-id", request.id];
  if (fetchedAtMs !== null) ofRequest.push("age", String(ageSeconds(fetchedAtMs, nowMs)));
  if (status === 200 && matchesIfNoneMatch(request.headers["if-none-match"], response.etag)) {
    stats.bytes = 0;
    raw.writeHead(304, [...response.notModified, ...ofRequest]);
    raw.end();
    return;
  }
  const { bodies, headers } = response;
  const body = bodies[encoding] ?? bodies.identity;
  const ofBody = headers[encoding] ?? headers.identity;
  stats.bytes = body.length;
  if (state !== null) {
    const timing = stats.renderMs === null ? CACHE_TIMINGS[state] : serverTiming(stats);
    ofRequest.push("server-timing", timing);
  }
  raw.writeHead(status, [...ofBody, ...ofRequest]);
  raw.end(body);
}

/** Seconds since the data was fetched (RFC 9111, section 5.1). */
const ageSeconds = (fetchedAtMs: number, nowMs: number) =>
  Math.max(0, Math.round((nowMs - fetchedAtMs) / 1_000));
