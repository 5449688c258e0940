import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import fp from "fastify-plugin";
import { acceptedEncoding, encode } from "./compress.ts";
import { namesTag, weakEtag } from "./etag.ts";
import { discardUnreadBody } from "./request-bodies.ts";
import { type RequestStats, tenths } from "./request-log.ts";

/** The content types that compress well: `text/html`, `application/problem+json`. */
const COMPRESSIBLE = /^text\/|[/+](?:json|xml)\b/;
const MIN_BYTES = 500;

/** Adds an entity tag where a cache may keep the response. Returns whether the response has a tag. */
function addEtag({ method }: FastifyRequest, reply: FastifyReply, bytes: Buffer): boolean {
  if (reply.statusCode !== 200 || (method !== "GET" && method !== "HEAD")) return false;
  if (reply.hasHeader("etag")) return true;
  const policy = reply.getHeader("cache-control");
  if (policy === undefined || String(policy).includes("no-store")) return false;
  reply.header("etag", weakEtag(bytes));
  return true;
}

/** Tells whether the client already has this version: RFC 9110, sections 13.1.2 (weak comparison) and 13.1.3. */
function isUnchanged({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return namesTag(tags, String(reply.getHeader("etag")));
  // Ignore any text that is not a date.
  if (since === undefined || !/^[A-Z][a-z]{2,8},? /.test(since)) return false;
  // The oldest of the three date formats has no time zone.
  const date = Date.parse(since.endsWith("GMT") ? since : `${since} GMT`);
  return date >= Date.parse(String(reply.getHeader("last-modified")));
}

/** The headers of a 200 that its 304 repeats (RFC 9110, section 15.4.5). */
const HEADERS_OF_304 = new Set([
  "etag",
  "last-modified",
  "cache-control",
  "vary",
  "age",
  "link",
  "x-request-id",
  "access-control-allow-origin",
  "access-control-expose-headers",
  "cross-origin-resource-policy",
]);

function serverTiming({ pageCache, data, renderMs }: RequestStats): string {
  const cache = `cache;desc=${pageCache}`;
  if (renderMs === undefined) return cache;
  return `${cache}${data === undefined ? "" : `, data;desc=${data}`}, render;dur=${renderMs}`;
}

/** The security headers of files. The others govern what a document may do and how it may be embedded. */
const FILE_HEADERS = [
  "x-content-type-options",
  "cross-origin-resource-policy",
  "strict-transport-security",
];

/** Marks a file whose content never changes under its URL. Such files have few headers (docs/decisions/0071), except on errors. */
export const asFile: onRequestHookHandler = (request, _reply, done) => {
  request.stats.isFile = true;
  done();
};

/** Finishes every response: missing security headers, entity tag, 304 and encoding. A stream sets its own tag and encoding. */
export const finishResponsePlugin = fp(async (app) => {
  const all = Object.entries(app.securityHeaders);
  const ofFiles = all.filter(([name]) => FILE_HEADERS.includes(name));
  app.addHook("onSend", (request, reply, payload, done) => {
    const { stats, raw } = request;
    stats.ttfbMs = tenths(reply.elapsedTime);
    discardUnreadBody(raw, reply);
    const isFile = stats.isFile && reply.statusCode === 200;
    // Files need no request id: a page requests many, and nobody reports a problem with a single file.
    if (!isFile) reply.header("x-request-id", request.id);
    // Cached responses already have all of these headers.
    if (!reply.hasHeader("x-content-type-options"))
      for (const [name, value] of isFile ? ofFiles : all)
        if (!reply.hasHeader(name)) reply.header(name, value);
    if (stats.pageCache !== undefined) reply.header("server-timing", serverTiming(stats));
    if (typeof payload !== "string" && !Buffer.isBuffer(payload)) {
      if (payload) stats.socketBytes = raw.socket?.bytesWritten ?? 0;
      return done();
    }
    const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(payload);
    const type = String(reply.getHeader("content-type"));
    const varies = bytes.length >= MIN_BYTES && COMPRESSIBLE.test(type);
    // Set `Vary` before the 304, which must repeat the header.
    if (varies && !reply.hasHeader("vary")) reply.header("vary", "Accept-Encoding");
    if (addEtag(request, reply, bytes) && isUnchanged(request, reply)) {
      reply.code(304);
      for (const name of Object.keys(reply.getHeaders()))
        if (!HEADERS_OF_304.has(name)) reply.removeHeader(name);
      // Fastify measures the body of a response to HEAD, so the body must not be null.
      return done(null, request.method === "HEAD" ? "" : null);
    }
    const isEncoded = !varies || reply.hasHeader("content-encoding");
    const encoding = isEncoded ? null : acceptedEncoding(request);
    if (encoding === null) return done(null, bytes);
    reply.header("content-encoding", encoding);
    const body = encode(bytes, encoding);
    if (Buffer.isBuffer(body)) done(null, body);
    else body.then((made) => done(null, made), done);
  });
});
