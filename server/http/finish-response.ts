import { PassThrough, type Transform } from "node:stream";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { Negotiator } from "@fastify/accept-negotiator";
import { bulkhead } from "cockatiel";
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from "fastify";
import fp from "fastify-plugin";
import { LRUCache } from "lru-cache";
import { namesTag, weakEtag } from "./etag.ts";
import { ownBytes } from "./own-bytes.ts";
import { discardUnreadBody } from "./request-bodies.ts";
import { type RequestStats, tenths } from "./request-log.ts";

type Encoding = "br" | "gzip";
/** The Brotli qualities. A feed of 94 kB takes 2 ms for 17.8 kB with the first, and 56 ms for 16.4 kB with the second. */
const QUICK = 5;
const SMALL = 10;

const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality },
});
const compressors = {
  br: async (bytes: Buffer, quality = QUICK) =>
    ownBytes(await promisify(brotliCompress)(bytes, brotliOptions(quality))),
  gzip: async (bytes: Buffer) => ownBytes(await promisify(gzip)(bytes)),
};

const negotiator = new Negotiator<Encoding>({
  supportedValues: ["br", "gzip"],
  cache: new LRUCache<string, string>({ max: 100 }),
});

/** Returns the client's preferred encoding, or null. An asterisk matches encodings that are not named (RFC 9110, section 12.5.3). */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
  const accepted = headers["accept-encoding"]?.toLowerCase() ?? "";
  const other = (["br", "gzip"] as const).find((encoding) => !accepted.includes(encoding));
  return negotiator.negotiate(accepted.replace("*", other ?? "identity"));
}

type Encoded = { [encoding in Encoding]?: Buffer | Promise<Buffer> } & { isSmall?: boolean };
/** The encodings of bytes that are sent repeatedly, such as a cached page, so that each is made once. */
const encodedOf = new WeakMap<Buffer, Encoded>();

function known(bytes: Buffer): Encoded {
  const before = encodedOf.get(bytes);
  const encoded = before ?? {};
  if (before === undefined) encodedOf.set(bytes, encoded);
  return encoded;
}

/** Compresses bytes for a waiting client, in another thread. Concurrent callers share the result. */
export function encode(bytes: Buffer, encoding: Encoding): Buffer | Promise<Buffer> {
  const encoded = known(bytes);
  const made = encoded[encoding];
  if (made !== undefined) return made;
  const making = compressors[encoding](bytes).then((made) => {
    if (encoded[encoding] === making) encoded[encoding] = made;
    return made;
  });
  encoded[encoding] = making;
  return making;
}

/** The queue of recompressions: one runs, and at most 50 wait. */
const oneByOne = bulkhead(1, 50);

/** Recompresses a response in the background, one at a time, since clients need the other threads. */
export function encodeSmall(bytes: Buffer): Promise<void> | undefined {
  const encoded = known(bytes);
  if (encoded.isSmall) return undefined;
  encoded.isSmall = true;
  const making = oneByOne.execute(async () => {
    encoded.br = await compressors.br(bytes, SMALL);
  });
  // When the queue is full or memory is short, the page keeps its first encoding.
  return making.catch(() => {
    encoded.isSmall = false;
  });
}

/** Creates the stream that encodes a page. React flushes the stream with each part of the page. */
export function createEncoder(encoding: Encoding | null): Transform {
  if (encoding === "br") return createBrotliCompress(brotliOptions(QUICK));
  return encoding === "gzip" ? createGzip() : new PassThrough();
}

const COMPRESSIBLE = /^text\/|[/+](?:json|xml)\b/;
const MIN_BYTES = 500;

/** Adds an entity tag where a cache may keep the response. Returns whether the response has a tag. */
function addEtag({ method }: FastifyRequest, reply: FastifyReply, bytes: Buffer): boolean {
  if (reply.statusCode !== 200 || (method !== "GET" && method !== "HEAD")) return false;
  if (reply.hasHeader("etag")) return true;
  if (/no-store|undefined/.test(String(reply.getHeader("cache-control")))) return false;
  reply.header("etag", weakEtag(bytes));
  return true;
}

/** Tells whether the client already has this version: RFC 9110, sections 13.1.2 (weak comparison) and 13.1.3. */
function isKnown({ headers }: FastifyRequest, reply: FastifyReply): boolean {
  const { "if-none-match": tags, "if-modified-since": since } = headers;
  if (tags !== undefined) return namesTag(tags, String(reply.getHeader("etag")));
  // Ignore any text that is not a date.
  if (since === undefined || !/^[A-Z][a-z]{2,8},? /.test(since)) return false;
  // The oldest of the three date formats has no time zone.
  const date = Date.parse(since.endsWith("GMT") ? since : `${since} GMT`);
  return date >= Date.parse(String(reply.getHeader("last-modified")));
}

/** The headers of a 200 that its 304 repeats (RFC 9110, section 15.4.5). */
const OF_304 = new Set([
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
const OF_FILES = [
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
  const ofFiles = all.filter(([name]) => OF_FILES.includes(name));
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
    if (addEtag(request, reply, bytes) && isKnown(request, reply)) {
      reply.code(304);
      for (const name of Object.keys(reply.getHeaders()))
        if (!OF_304.has(name)) reply.removeHeader(name);
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
