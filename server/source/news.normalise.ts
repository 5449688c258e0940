import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { chooseDate, readUpdated } from "./fields/dates.ts";
import {
  firstUsable,
  readCount,
  readFlag,
  readHtml,
  readImage,
  readLanguage,
  readLine,
  readLinks,
  readName,
  readNames,
  readParagraph,
  readTags,
} from "./fields/values.ts";
import type { SanitiseOptions } from "./html/sanitise-html.ts";
import type { RawRow } from "./read-responses.ts";

/** Spec sections 3 and 7. Never throws: an unusable field becomes null. */
function normaliseNewsItem(raw: RawRow, options: SanitiseOptions) {
  const excerpt = firstUsable(raw, ["excerpt", "introduction", "summary"], readParagraph);
  const image = firstUsable(raw, ["image_url", "image", "featured_image"], (value) =>
    readImage(value, options.baseUrl),
  );
  const categories = firstUsable(raw, ["categories", "category"], (value, alias) =>
    alias === "category" ? readNames([value]) : readTags(value),
  );
  const author = firstUsable(raw, ["author", "author_name"], readName);
  const published = chooseDate(raw, ["published_at", "publish_date", "createdAt"]);
  const updated = readUpdated(raw);
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
    updatedAt: updated.at,
    views: readCount(raw.get("view_count")),
    relatedNews: readLinks(raw.get("related_news"), raw),
    relatedEvents: readLinks(raw.get("related_events")),
  };
  return { item, used: { excerpt, image, categories, author, published, updated } };
}

export const newsParser = {
  source: "news",
  normalise: normaliseNewsItem,
  expected: ["excerpt", "image", "categories", "published"],
  precisionOf: ({ publishedPrecision }: StoredNewsItem) => publishedPrecision,
} as const;
