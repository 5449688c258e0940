import type { FastifyInstance } from "fastify";
import type { PageDeps } from "../ssr/render-page.ts";
import { toAtom } from "../syndication/atom.ts";
import type { Feed } from "../syndication/feed.ts";
import { newsAsFeed, storiesAsFeed } from "../syndication/feeds.ts";
import { toJsonFeed } from "../syndication/json-feed.ts";
import { toRss } from "../syndication/rss.ts";
import { askerOf } from "./asker.ts";
import { sendSourceFault } from "./failed-source.ts";
import { sendKept } from "./send-kept.ts";

const FORMATS = [
  ["feed.xml", "application/rss+xml; charset=utf-8", toRss],
  ["atom.xml", "application/atom+xml; charset=utf-8", toAtom],
  ["feed.json", "application/feed+json; charset=utf-8", toJsonFeed],
] as const satisfies readonly [string, string, (feed: Feed) => string][];

const ALL_NEWS = { limit: Number.MAX_SAFE_INTEGER, cursor: null, category: null, tag: null };

/** News and stories for feed readers: RSS 2.0, Atom and JSON Feed of the same entries. */
export async function feedRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { publicOrigin, renderer, dataFor } = deps;
  for (const [file, type, print] of FORMATS) {
    app.get(`/${file}`, async (request, reply) => {
      const outcome = await dataFor(askerOf(request, reply)).newsList(ALL_NEWS);
      if (outcome.kind !== "ok" || outcome.data === "bad-cursor")
        return sendSourceFault(reply, outcome);
      return sendKept(reply, { text: print(newsAsFeed(outcome.data.items, publicOrigin)), type });
    });
    app.get(`/blog/${file}`, async (_request, reply) => {
      const feed = storiesAsFeed(await renderer.stories(), publicOrigin);
      return sendKept(reply, { text: print(feed), type });
    });
  }
}
