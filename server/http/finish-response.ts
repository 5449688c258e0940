import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { acceptedEncoding, encode } from "./encodings.ts";
import { matchesIfNoneMatch, weakEtag } from "./etag.ts";
import { type RequestStats, requestStatsOf } from "./request-stats.ts";
import { fileSecurityHeaders, hasFewHeaders, securityHeaders } from "./security-headers.ts";

const COMPRESSIBLE = /^text\/|[/+](?:json|xml)\b/;
/** Below this an encoding saves nothing. */
const MIN_BYTES = 500;

/** The headers of a 200 that its 304 has as well (RFC 9110, section 15.4.5). */
const OF_304 =
  /^(?:etag|last-modified|cache-control|vary|age|link|x-request-id|access-control-.*|cross-origin-resource-policy)$/;

/** RFC 9110, section 13.1.3. Any other text than a date counts as none; the oldest of the three forms has no zone. */
function isUnmodifiedSince(header: string | undefined, lastModified: unknown): boolean {
  if (header === undefined || typeof lastModified !== "string") return false;
  if (!/^[A-Z][a-z]{2,8},? /.test(header)) return false;
  return Date.parse(header.endsWith("GMT") ? header : `${header} GMT`) >= Date.parse(lastModified);
}

/** Whether the client has this version. */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const tags = headers["if-none-match"];
  return tags === undefined
    ? isUnmodifiedSince(headers["if-modified-since"], reply.getHeader("last-modified"))
    : matchesIfNoneMatch(tags, String(reply.getHeader("etag")));
}

function sendNotModified(reply: FastifyReply): void {
  reply.code(304);
  for (const name of Object.keys(reply.getHeaders()))
    if (!OF_304.test(name)) reply.removeHeader(name);
}

/** How the cache served the request, the state of the data, and the time of the render. */
function serverTiming({ pageCache, data, renderMs }: RequestStats): string {
  const cache = `cache;desc=${pageCache}`;
  if (renderMs === null) return cache;
  return `${cache}${data === null ? "" : `, data;desc=${data}`}, render;dur=${renderMs}`;
}

/** A tag where a cache may keep the response, and the route set none. */
function addEtag({ method }: FastifyRequest, reply: FastifyReply, bytes: Buffer): boolean {
  if (reply.statusCode !== 200 || (method !== "GET" && method !== "HEAD")) return false;
  if (reply.hasHeader("etag")) return true;
  if (/no-store|undefined/.test(String(reply.getHeader("cache-control")))) return false;
  reply.header("etag", weakEtag(bytes));
  return true;
}

/** The body in an encoding that the client accepts. */
function encoded(request: FastifyRequest, reply: FastifyReply, bytes: Buffer) {
  const type = String(reply.getHeader("content-type"));
  if (bytes.length < MIN_BYTES || !COMPRESSIBLE.test(type)) return bytes;
  if (!reply.hasHeader("vary")) reply.header("vary", "Accept-Encoding");
  const encoding = acceptedEncoding(request);
  if (encoding === null || reply.hasHeader("content-encoding")) return bytes;
  reply.removeHeader("content-length");
  reply.header("content-encoding", encoding);
  return encode(bytes, encoding);
}

/**
 * The end of every response: security headers where the response has not set its own, entity tag, 304 and content encoding.
 * Streams, such as files of the build, come with theirs.
 */
export const finishResponsePlugin = fp(
  async (app) => {
    const options = { isSecure: app.config.PUBLIC_ORIGIN.startsWith("https:") };
    const all = Object.entries(securityHeaders(options));
    const ofFiles = Object.entries(fileSecurityHeaders(options));
    app.addHook("onSend", (request, reply, payload, done) => {
      const headers = hasFewHeaders(request, reply) ? ofFiles : all;
      for (const [name, value] of headers) if (!reply.hasHeader(name)) reply.header(name, value);
      const stats = requestStatsOf(request);
      if (stats.pageCache !== null) reply.header("server-timing", serverTiming(stats));
      if (typeof payload !== "string" && !Buffer.isBuffer(payload)) return done();
      const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
      if (addEtag(request, reply, bytes) && isKnown(request, reply)) {
        sendNotModified(reply);
        // Fastify measures the body of a HEAD.
        return done(null, request.method === "HEAD" ? "" : null);
      }
      const body = encoded(request, reply, bytes);
      if (Buffer.isBuffer(body)) done(null, body);
      else body.then((made) => done(null, made), done);
    });
  },
  { name: "finish-response" },
);
