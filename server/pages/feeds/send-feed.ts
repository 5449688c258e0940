import type { FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { weakEtag } from "../../http/etag.ts";
import { cachePolicy } from "../../http/headers.ts";

interface FeedText {
  text: string;
  type: string;
  /** The path with its known parameters. Parameters that services add do not change the text. */
  key: string;
}

/**
 * Returns a function that sends public texts for polling clients, with the time of the last change. Items do not tell that
 * time: an editor may change an item and leave its dates.
 */
export function createFeedSender(now: () => number) {
  // Room for feeds, calendars, and single events that somebody subscribes to.
  const changes = new LRUCache<string, { etag: string; atMs: number }>({ max: 1_000 });
  return (reply: FastifyReply, { text, type, key }: FeedText): FastifyReply => {
    const etag = weakEtag(text);
    const before = changes.get(key);
    // Two changes within a second get two times, otherwise clients would miss the second change.
    const changedMs = Math.max(Math.floor(now() / 1_000) * 1_000, (before?.atMs ?? 0) + 1_000);
    const atMs = before?.etag === etag ? before.atMs : changedMs;
    changes.set(key, { etag, atMs });
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

export type SendText = ReturnType<typeof createFeedSender>;
