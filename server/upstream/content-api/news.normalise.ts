import type { NewsItem } from "../../../shared/model/news-item.ts";
import { atOnce } from "../in-slices.ts";
import { datedFirst } from "./dated-first.ts";
import { firstUsable, usedAliases } from "./fields/first-usable.ts";
import { readCount, readFlag } from "./fields/read-count.ts";
import { chooseDate } from "./fields/read-date.ts";
import { readHtml } from "./fields/read-html.ts";
import { readImage } from "./fields/read-image.ts";
import { readLinks } from "./fields/read-links.ts";
import { readLine, readName, readNames, readParagraph, readTags } from "./fields/read-text.ts";
import type { RawNewsItem } from "./news.schema.ts";
import { rawNewsItem } from "./news.schema.ts";
import type { ListRead, ReadOptions, SingleRead } from "./read-answers.ts";
import { readItem, readList } from "./read-answers.ts";
import type { Normalised } from "./reading.ts";

/**
 * Specification sections 3 and 7. Throws `UpstreamError` of kind `shape` when the answer holds no
 * list.
 */
export function* newsListSteps(
  json: unknown,
  options: ReadOptions,
): Generator<void, ListRead<NewsItem>> {
  const read = yield* readList(json, { ...newsReader, ...options });
  return { ...read, items: datedFirst(read.items, (item) => item.publishedAt) };
}

/** The same at one go. */
export const normaliseNewsList = (json: unknown, options: ReadOptions): ListRead<NewsItem> =>
  atOnce(newsListSteps(json, options));

/**
 * Item null when the answer is empty. Throws `UpstreamError` of kind `shape` when it is no usable
 * item.
 */
export function normaliseNewsAnswer(json: unknown, options: ReadOptions): SingleRead<NewsItem> {
  return readItem(json, { ...newsReader, ...options });
}

/** Never throws: whatever a field holds, it is clean or absent. */
function normaliseNewsItem(
  raw: RawNewsItem,
  { baseUrl }: { baseUrl: string },
): Normalised<NewsItem> {
  const excerpt = firstUsable(raw, ["excerpt", "introduction", "summary"], readParagraph);
  const image = firstUsable(raw, ["image_url", "image", "featured_image"], (value) =>
    readImage(value, baseUrl),
  );
  const categories = firstUsable(raw, ["categories", "category"], (value, alias) =>
    alias === "category" ? readNames([value]) : readTags(value),
  );
  const author = firstUsable(raw, ["author", "author_name"], readName);
  const published = chooseDate(raw, ["published_at", "publish_date", "createdAt"]);
  const item: NewsItem = {
    id: raw.id,
    slug: raw.slug,
    title: raw.title,
    excerpt: excerpt.value,
    summary: readParagraph(raw.summary),
    body: readHtml(raw.content, baseUrl),
    isFeatured: readFlag(raw.featured),
    image: image.value,
    categories: categories.value ?? [],
    tags: readTags(raw.tags) ?? [],
    author: author.value,
    source: readLine(raw.source),
    publishedAt: published.at,
    publishedPrecision: published.precision,
    views: readCount(raw.view_count),
    relatedNews: readLinks(raw.related_news, raw),
    relatedEvents: readLinks(raw.related_events),
  };
  return { item, used: usedAliases({ excerpt, image, categories, author, published }) };
}

const newsReader = { source: "news", schema: rawNewsItem, normalise: normaliseNewsItem } as const;
