import type { FastifyInstance } from "fastify";
import type { Story } from "../../../shared/contract/story.ts";
import type { DataRouteDeps } from "../../contract/route-deps.ts";
import { sendCacheableText } from "../../http/cache/send-cacheable-text.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { sendSourceError } from "../../http/source-errors.ts";
import { toAtom } from "../../syndication/atom.ts";
import type { Feed } from "../../syndication/feed-model.ts";
import { toJsonFeed } from "../../syndication/json-feed.ts";
import { toRss } from "../../syndication/rss.ts";
import { newsAsFeed, storiesAsFeed } from "../../syndication/site-feeds.ts";

const FORMATS = [
  ["feed.xml", "application/rss+xml; charset=utf-8", toRss],
  ["atom.xml", "application/atom+xml; charset=utf-8", toAtom],
  ["feed.json", "application/feed+json; charset=utf-8", toJsonFeed],
] as const satisfies readonly [string, string, (feed: Feed) => string][];

const ALL_NEWS = { limit: Number.MAX_SAFE_INTEGER, cursor: null, category: null, tag: null };

interface FeedDeps extends DataRouteDeps {
  /** Every post of the blog with its text. */
  stories: () => Promise<readonly Story[]>;
}

/** News and stories for feed readers: RSS 2.0, Atom and JSON Feed of the same entries. */
export async function feedRoutes(
  app: FastifyInstance,
  { publicOrigin, dataFor, stories }: FeedDeps,
): Promise<void> {
  for (const [file, type, print] of FORMATS) {
    app.get(`/${file}`, async (request, reply) => {
      const outcome = await dataFor(requestContextOf(request, reply)).newsList(ALL_NEWS);
      if (outcome.kind !== "ok" || outcome.data === "bad-cursor")
        return sendSourceError(reply, outcome);
      return sendCacheableText(reply, {
        text: print(newsAsFeed(outcome.data.items, publicOrigin)),
        type,
      });
    });
    app.get(`/blog/${file}`, async (_request, reply) => {
      const feed = storiesAsFeed(await stories(), publicOrigin);
      return sendCacheableText(reply, { text: print(feed), type });
    });
  }
}
