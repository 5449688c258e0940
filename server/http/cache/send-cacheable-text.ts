import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { cachePolicy } from "./cache-control.ts";
import { chooseEncoding, encode } from "./content-encoding.ts";
import { matchesIfNoneMatch, weakEtag } from "./etag.ts";

export type SendCacheableText = (
  reply: FastifyReply,
  content: { text: string; type: string },
) => Promise<FastifyReply>;

/** Texts whose last change is remembered: feeds, calendars, and single events that somebody keeps. */
const MAX_TEXTS = 1_000;

/**
 * When each text became what it is, in milliseconds of whole seconds. Items have no such date: an editor may correct
 * one and leave its dates. Two changes within a second get two dates, else the second would go unnoticed.
 */
function createChanges(now: () => number): (path: string, etag: string) => number {
  const known = new LRUCache<string, { etag: string; atMs: number }>({ max: MAX_TEXTS });
  return (path, etag) => {
    const before = known.get(path);
    if (before?.etag === etag) return before.atMs;
    const atMs = Math.max(Math.floor(now() / 1_000) * 1_000, (before?.atMs ?? 0) + 1_000);
    known.set(path, { etag, atMs });
    return atMs;
  };
}

/** RFC 9110, section 13.1.3. Any other text than a date counts as none; the oldest of the three forms has no zone. */
function isUnmodifiedSince(header: string | undefined, atMs: number): boolean {
  if (header === undefined || !/^[A-Z][a-z]{2,8},? /.test(header)) return false;
  return Date.parse(header.endsWith("GMT") ? header : `${header} GMT`) >= atMs;
}

/**
 * Sends texts that clients poll, such as feeds: with an entity tag of the bytes and the time of their change, as 304
 * when the client has that version, and readable by scripts of other sites, since they hold public data only.
 */
export function createTextSender(now: () => number): SendCacheableText {
  const changedAt = createChanges(now);
  return async (reply, { text, type }) => {
    const { headers, url } = reply.request;
    const bytes = Buffer.from(text);
    const etag = weakEtag(bytes);
    const atMs = changedAt(url.split("?", 1)[0] ?? "", etag);
    reply.headers({
      etag,
      "last-modified": new Date(atMs).toUTCString(),
      "cache-control": cachePolicy.feed,
      vary: "Accept-Encoding",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    const tags = headers["if-none-match"];
    const isKnown =
      tags === undefined
        ? isUnmodifiedSince(headers["if-modified-since"], atMs)
        : matchesIfNoneMatch(tags, etag);
    if (isKnown) return reply.code(304).send();
    reply.type(type);
    const encoding = chooseEncoding(headers["accept-encoding"]);
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(await encode(bytes, encoding));
  };
}
