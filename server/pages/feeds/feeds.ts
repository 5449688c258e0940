import type { FastifyInstance, FastifyReply } from "fastify";
import { LRUCache } from "lru-cache";
import { LANGUAGES, type Language, PREFIXES } from "../../../shared/languages.ts";
import { cachePolicy } from "../../http/cache-control.ts";
import { weakEtag } from "../../http/etag.ts";
import { sendSourceError } from "../../http/problems.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { addCalendars } from "./calendars.ts";
import { toAtom, toJsonFeed, toRss } from "./feed-formats.ts";
import { type Feed, newsAsFeed, storiesAsFeed } from "./site-feeds.ts";

const FORMATS = [
  ["feed.xml", "application/rss+xml; charset=utf-8", toRss],
  ["atom.xml", "application/atom+xml; charset=utf-8", toAtom],
  ["feed.json", "application/feed+json; charset=utf-8", toJsonFeed],
] as const satisfies readonly [string, string, (feed: Feed) => string][];

/** Texts whose last change is remembered: feeds, calendars, and single events that somebody keeps. */
const MAX_TEXTS = 1_000;

/**
 * Sends texts that clients poll, with the time of their change, in whole seconds, and readable by scripts of other sites, since
 * they hold public data only. Items have no such time: an editor may correct one and leave its dates.
 */
function createFeedSender(now: () => number) {
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

export type SendText = ReturnType<typeof createFeedSender>;

/** News and stories for feed readers, in each language (RSS 2.0, Atom, JSON Feed of the same entries), and events for calendars. */
export async function feedRoutes(app: FastifyInstance): Promise<void> {
  const publicOrigin = app.config.PUBLIC_ORIGIN;
  const { feedContent } = app.client;
  const sendText = createFeedSender(app.clock);
  addCalendars(app, sendText);

  function addFormat(language: Language, [file, type, print]: (typeof FORMATS)[number]): void {
    const prefix = PREFIXES[language];
    app.get(`${prefix}/${file}`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const outcome = await app.siteData.dataFor(requestContextOf(request, reply)).list("news", {});
      if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
      const { words } = await feedContent(language);
      const feed = newsAsFeed(outcome.data.items, publicOrigin, words);
      return sendText(reply, { text: print(feed), type });
    });
    app.get(`${prefix}/blog/${file}`, async (_request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const { words, stories } = await feedContent(language);
      const feed = storiesAsFeed(await stories(), publicOrigin, words);
      return sendText(reply, { text: print(feed), type });
    });
  }
  for (const language of LANGUAGES) for (const format of FORMATS) addFormat(language, format);
}
