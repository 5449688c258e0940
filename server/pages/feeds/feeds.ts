import { bulkhead } from "cockatiel";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { FeedWords, Story } from "../../../shared/contract/page-renderer.ts";
import { LANGUAGES, PREFIXES } from "../../../shared/languages.ts";
import { previewOf } from "../../../shared/model/first-words.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths, withQuery } from "../../../shared/paths.ts";
import { sendSourceError } from "../../http/problems.ts";
import { readContextOf } from "../../http/request-log.ts";
import type { BffData } from "../../source/site-data.ts";
import { addCalendars } from "./calendars.ts";
import { type Feed, tagOf, toAtom, toJsonFeed, toRss } from "./feed-formats.ts";
import { createFeedSender } from "./send-feed.ts";

/** The maximum number of entries. Clients poll a feed, so it holds only the newest entries. */
const MOST_ENTRIES = 50;
const ICON = "/icon-512.png";

/** Removes repeated words, regardless of case. The first spelling stays. */
function distinctWords(names: readonly string[]): string[] {
  const keys = names.map((word) => word.toLowerCase());
  return names.filter((_word, at) => keys.indexOf(keys[at] ?? "") === at);
}

/** An attribute with a path of this site: ` href="/faq`, ` src="/pictures`. */
const SITE_PATH = / (href|src)="\/(?!\/)/g;

/** Prepares HTML for readers outside the site: site-relative URLs become absolute, and pictures keep one width. */
function withAbsoluteUrls(html: string, origin: string): string {
  return html
    .replaceAll(/ srcset="[^"]*" sizes="[^"]*"/g, "")
    .replaceAll(SITE_PATH, ` $1="${origin}/`);
}

/** Returns the properties of a picture of ours. `bytes` is null until the picture has been fetched. */
function pictureOf(url: string, bytes: number | null = null) {
  const extension = /\.(\w+)$/.exec(url)?.[1] ?? "*";
  const names: Record<string, string> = { svg: "svg+xml", jpg: "jpeg" };
  const mime_type = `image/${names[extension] ?? extension}`;
  return { image: url, attachments: [{ url, mime_type, ...(bytes && { size_in_bytes: bytes }) }] };
}

/** Adds the texts, which most sources send only with a single item: four requests at once, and none after a failure. */
async function withTexts(rows: readonly NewsItem[], data: BffData): Promise<NewsItem[]> {
  const turns = bulkhead(4, MOST_ENTRIES);
  let isFailing = false;
  const read = async (row: NewsItem) => {
    if (row.body !== null || isFailing) return row;
    const outcome = await data.newsItem(row.slug);
    isFailing ||= outcome.kind === "unavailable";
    return outcome.kind === "ok" ? { ...row, body: outcome.data.body } : row;
  };
  return Promise.all(rows.map((row) => turns.execute(() => read(row))));
}

function newsAsFeed(
  items: readonly NewsItem[],
  category: string | undefined,
  origin: string,
  { language: ofFeed, news, description, domain }: FeedWords,
): Feed {
  const home = origin + PREFIXES[ofFeed];
  const search = category === undefined ? "" : `?${new URLSearchParams({ category })}`;
  return {
    title: category === undefined ? news : `${news}: ${category}`,
    description,
    home_page_url: home + paths.newsFeed({ type: "news", category: category ?? null }),
    feed_url: `${home}/feed.json${search}`,
    icon: origin + ICON,
    language: ofFeed,
    items: items.map(({ image, ...item }) => {
      const summary = previewOf(item.excerpt ?? item.summary, item.body) ?? undefined;
      // An item without a known language is taken for English, also in the feed in Kiswahili.
      const language = item.language ?? "en";
      return {
        id: tagOf(domain, "news", item.id),
        url: home + paths.newsItem(item.slug),
        language: language === ofFeed ? undefined : language,
        title: item.title,
        summary,
        ...(item.body === null
          ? { content_text: summary ?? item.title }
          : { content_html: withAbsoluteUrls(item.body, origin) }),
        date_published: item.publishedAt ?? undefined,
        authors: item.author === null ? undefined : [{ name: item.author }],
        tags: distinctWords([...item.categories, ...item.tags]),
        ...(image && pictureOf(image.url, image.bytes)),
      };
    }),
  };
}

/** Returns the posts of the blog, which are sorted newest first, as a feed. */
function storiesAsFeed(
  posts: readonly Story[],
  origin: string,
  { language: ofFeed, stories: title, description, domain }: FeedWords,
): Feed {
  const home = `${origin}${PREFIXES[ofFeed]}/blog`;
  return {
    title,
    description,
    language: ofFeed,
    icon: origin + ICON,
    home_page_url: home,
    feed_url: `${home}/feed.json`,
    items: posts.slice(0, MOST_ENTRIES).map(({ id, language, image, ...story }) => ({
      // A translation is a text of its own, with an id of its own.
      id: tagOf(domain, "blog", id) + PREFIXES[language],
      url: origin + story.path,
      language: language === ofFeed ? undefined : language,
      title: story.title,
      summary: story.summary,
      content_html: withAbsoluteUrls(story.html, origin),
      date_published: `${story.publishedOn}T00:00:00+03:00`,
      authors: [{ name: story.author }],
      tags: distinctWords(story.categories),
      ...(image && pictureOf(origin + image)),
    })),
  };
}

const FORMATS = [
  ["feed.xml", "application/rss+xml; charset=utf-8", toRss],
  ["atom.xml", "application/atom+xml; charset=utf-8", toAtom],
  ["feed.json", "application/feed+json; charset=utf-8", toJsonFeed],
] as const satisfies readonly [string, string, (feed: Feed, author: string) => string][];

/** The query of news feeds. Not strict: mailers, networks and calendar services add parameters of their own. */
const newsQuery = z.object({ category: z.string().trim().min(1).max(150).optional() });

/** Adds feeds of news and stories in each language (RSS 2.0, Atom and JSON Feed with the same entries), and calendars of events. */
export async function feedRoutes(instance: FastifyInstance): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const publicOrigin = app.config.PUBLIC_ORIGIN;
  const { feedContent } = app.client;
  const sendText = createFeedSender(app.clock);
  addCalendars(app, sendText);

  for (const language of LANGUAGES)
    for (const [file, type, print] of FORMATS) {
      const prefix = PREFIXES[language];
      const ofNews = { schema: { querystring: newsQuery } };
      app.get(`${prefix}/${file}`, ofNews, async (request, reply) => {
        if (!(await app.admit(reply))) return reply;
        const { category } = request.query;
        const data = app.siteData.dataFor(readContextOf(request, reply));
        const newest = { order: "latest-first", limit: MOST_ENTRIES } as const;
        const outcome = await data.list("news", { category, readIn: language, ...newest });
        if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
        const content = app.content.in(language);
        const words = (await feedContent(language)).words(content);
        const items = await withTexts(outcome.data.items, data);
        const feed = newsAsFeed(items, category, publicOrigin, words);
        const key = withQuery(`${prefix}/${file}`, { category });
        return sendText(reply, { text: print(feed, content.frame.name), type, key });
      });
      const ofBlog = `${prefix}/blog/${file}`;
      app.get(ofBlog, async (_request, reply) => {
        if (!(await app.admit(reply))) return reply;
        const content = app.content.in(language);
        const { words, stories } = await feedContent(language);
        const feed = storiesAsFeed(stories(content), publicOrigin, words(content));
        return sendText(reply, { text: print(feed, content.frame.name), type, key: ofBlog });
      });
    }
}
