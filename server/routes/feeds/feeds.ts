import type { FastifyInstance } from "fastify";
import { LANGUAGES, type Language, PREFIXES } from "../../../shared/languages.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { sendSourceError } from "../../http/source-errors.ts";
import { toAtom } from "../../syndication/atom.ts";
import type { Feed } from "../../syndication/feed-model.ts";
import { toJsonFeed } from "../../syndication/json-feed.ts";
import { toRss } from "../../syndication/rss.ts";
import { newsAsFeed, storiesAsFeed } from "../../syndication/site-feeds.ts";

import { createFeedSender } from "./feed-sender.ts";

const FORMATS = [
  ["feed.xml", "application/rss+xml; charset=utf-8", toRss],
  ["atom.xml", "application/atom+xml; charset=utf-8", toAtom],
  ["feed.json", "application/feed+json; charset=utf-8", toJsonFeed],
] as const satisfies readonly [string, string, (feed: Feed) => string][];

const ALL_NEWS = { limit: Number.MAX_SAFE_INTEGER, cursor: null, category: null, tag: null };

/** News and stories for feed readers, in each language: RSS 2.0, Atom and JSON Feed of the same entries. */
export async function feedRoutes(app: FastifyInstance): Promise<void> {
  const publicOrigin = app.config.PUBLIC_ORIGIN;
  const { feedContent } = app.client;
  const sendText = createFeedSender(app.clock);

  function addFormat(language: Language, [file, type, print]: (typeof FORMATS)[number]): void {
    const prefix = PREFIXES[language];
    app.get(`${prefix}/${file}`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const outcome = await app.siteData
        .dataFor(requestContextOf(request, reply))
        .newsList(ALL_NEWS);
      if (outcome.kind !== "ok" || outcome.data === "bad-cursor")
        return sendSourceError(reply, outcome);
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
