import type { FastifyReply, FastifyRequest } from "fastify";
import { type PageCacheState, requestStatsOf } from "../../observability/request-stats.ts";
import { addEncoding, type CachedResponse } from "./cached-response.ts";
import { chooseEncoding, type Encoding } from "./content-encoding.ts";
import { matchesIfNoneMatch } from "./etag.ts";
import { CACHE_TIMINGS, serverTiming } from "./server-timing.ts";

/** Longer values of `Accept-Encoding` are parsed each time. */
const MAX_MEMOISED_LENGTH = 512;
const MAX_MEMOISED = 100;

const encodings = new Map<string, Encoding>();

function encodingFor(acceptEncoding: string): Encoding {
  const known = encodings.get(acceptEncoding);
  if (known) return known;
  const chosen = chooseEncoding(acceptEncoding);
  if (acceptEncoding.length > MAX_MEMOISED_LENGTH) return chosen;
  if (encodings.size >= MAX_MEMOISED) encodings.clear();
  encodings.set(acceptEncoding, chosen);
  return chosen;
}

interface ToSend {
  response: CachedResponse;
  /** Null where the cache of pages has no part in it. */
  state: PageCacheState | null;
  /** The clock, milliseconds; for responses with an `Age`. */
  nowMs?: number;
}

interface ToSendEncoded extends ToSend {
  encoding: Encoding;
  isFile?: boolean;
}

/**
 * Sends a cached response without the framework's serialisation and `onSend` hooks: lookup, headers and log
 * line only. The first request for a content encoding waits until it is compressed.
 */
export function sendCached(request: FastifyRequest, reply: FastifyReply, toSend: ToSend): void {
  const encoding = encodingFor(request.headers["accept-encoding"] ?? "");
  reply.hijack();
  if (toSend.response.bodies[encoding]) sendBytes(request, reply, { ...toSend, encoding });
  else void sendOnceEncoded(request, reply, { ...toSend, encoding });
}

/** The same for a file in a compressed format, such as a picture; it has no id of its request (docs/decisions/0062). */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): void {
  reply.hijack();
  sendBytes(request, reply, { response, state: null, encoding: "identity", isFile: true });
}

async function sendOnceEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  toSend: ToSendEncoded,
): Promise<void> {
  const isEncoded = await addEncoding(toSend.response, toSend.encoding).then(
    () => true,
    () => false,
  );
  sendBytes(request, reply, isEncoded ? toSend : { ...toSend, encoding: "identity" });
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { response, state, nowMs = 0, encoding, isFile = false }: ToSendEncoded,
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
    reply.raw.writeHead(304, [...response.notModified, ...ofRequest]);
    reply.raw.end();
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
  reply.raw.writeHead(status, [...ofBody, ...ofRequest]);
  reply.raw.end(body);
}

/** Seconds since the data was fetched (RFC 9111, section 5.1). */
const ageSeconds = (fetchedAtMs: number, nowMs: number) =>
  Math.max(0, Math.round((nowMs - fetchedAtMs) / 1_000));
