import type { StoredNewsItem } from "../../../shared/model/news-item.schema.ts";
import type { SanitiseOptions } from "../html/sanitise-html.ts";
import { datedFirst } from "./dated-first.ts";
import { firstUsable, usedAliases } from "./fields/first-usable.ts";
import { readCount, readFlag } from "./fields/read-count.ts";
import { chooseDate } from "./fields/read-date.ts";
import { readHtml } from "./fields/read-html.ts";
import { readImage } from "./fields/read-image.ts";
import { readLanguage } from "./fields/read-language.ts";
import { readLinks } from "./fields/read-links.ts";
import { readLine, readName, readNames, readParagraph, readTags } from "./fields/read-text.ts";
import type { RawRow } from "./raw-row.ts";
import type { Normalised } from "./read-report.ts";
import type { ListResult, ReadOptions } from "./read-responses.ts";
import { readList } from "./read-responses.ts";

/** Spec sections 3 and 7. Throws `UpstreamError` of kind `shape` when the response holds no list. */
export function* newsListSteps(
  json: unknown,
  options: ReadOptions,
): Generator<void, ListResult<StoredNewsItem>> {
  const result = yield* readList(json, { ...newsParser, ...options });
  return { ...result, items: datedFirst(result.items, (item) => item.publishedAt) };
}

/** Never throws: an unusable field becomes null. */
function normaliseNewsItem(raw: RawRow, options: SanitiseOptions): Normalised<StoredNewsItem> {
  const excerpt = firstUsable(raw, ["excerpt", "introduction", "summary"], readParagraph);
  const image = firstUsable(raw, ["image_url", "image", "featured_image"], (value) =>
    readImage(value, options.baseUrl),
  );
  const categories = firstUsable(raw, ["categories", "category"], (value, alias) =>
    alias === "category" ? readNames([value]) : readTags(value),
  );
  const author = firstUsable(raw, ["author", "author_name"], readName);
  const published = chooseDate(raw, ["published_at", "publish_date", "createdAt"]);
  const body = readHtml(raw.get("content"), options);
  const item: StoredNewsItem = {
    id: raw.id,
    slug: raw.slug,
    language: readLanguage(raw, [raw.title, excerpt.value, body]),
    title: raw.title,
    excerpt: excerpt.value,
    summary: readParagraph(raw.get("summary")),
    body,
    isFeatured: readFlag(raw.get("featured")),
    image: image.value,
    categories: categories.value ?? [],
    tags: readTags(raw.get("tags")) ?? [],
    author: author.value,
    source: readLine(raw.get("source")),
    publishedAt: published.at,
    publishedPrecision: published.precision,
    views: readCount(raw.get("view_count")),
    relatedNews: readLinks(raw.get("related_news"), raw),
    relatedEvents: readLinks(raw.get("related_events")),
  };
  return { item, used: usedAliases({ excerpt, image, categories, author, published }) };
}

export const newsParser = {
  source: "news",
  normalise: normaliseNewsItem,
  expected: ["excerpt", "image", "categories", "published"],
  precisionOf: ({ publishedPrecision }: StoredNewsItem) => publishedPrecision,
} as const;
