import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { weakEtag } from "../../http/cache/etag.ts";

/** Texts whose last change is remembered: feeds, calendars, and single events that somebody keeps. */
const MAX_TEXTS = 1_000;

/**
 * Sends texts that clients poll, with the time of their change, in whole seconds, and readable by scripts of other sites, since
 * they hold public data only. Items have no such time: an editor may correct one and leave its dates.
 */
export function createFeedSender(now: () => number) {
  const changes = new LRUCache<string, { etag: string; atMs: number }>({ max: MAX_TEXTS });
  return (reply: FastifyReply, { text, type }: { text: string; type: string }): FastifyReply => {
    const path = reply.request.url.split("?", 1)[0] ?? "";
    const etag = weakEtag(text);
    const before = changes.get(path);
    // Two changes within a second get two times, else the second would go unnoticed.
    const changedMs = Math.max(Math.floor(now() / 1_000) * 1_000, (before?.atMs ?? 0) + 1_000);
    const atMs = before?.etag === etag ? before.atMs : changedMs;
    changes.set(path, { etag, atMs });
    reply.headers({
      etag,
      "last-modified": new Date(atMs).toUTCString(),
      "cache-control": cachePolicy.feed,
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
    return reply.type(type).send(text);
  };
}
