import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { SearchDocument } from "../../shared/contract/search.ts";
import type { StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../shared/model/news-item.schema.ts";
import { paths } from "../../shared/paths.ts";

function newsDocument(item: StoredNewsItem): SearchDocument {
  const { slug, title, summary, excerpt, categories, tags, body, publishedAt, language } = item;
  return {
    kind: "news",
    path: paths.newsItem(slug),
    title,
    summary: summary ?? excerpt ?? "",
    html: `${body ?? ""} <p>${[...categories, ...tags].join(", ")}</p>`,
    date: publishedAt,
    language,
  };
}

function eventDocument(item: StoredEventItem): SearchDocument {
  const { slug, title, excerpt, description, location, venueDetails, startsAt, language } = item;
  return {
    kind: "event",
    path: paths.event(slug),
    title,
    summary: [excerpt, location].filter((text) => text !== null).join(" · "),
    html: `${description ?? ""} ${venueDetails ?? ""}`,
    date: startsAt,
    language,
  };
}

/** The lists of the source, by their tag. */
export interface ItemLists {
  news: readonly StoredNewsItem[];
  events: readonly StoredEventItem[];
}

/** The documents of a list. */
export function itemDocuments<Tag extends DataTag>(
  tag: Tag,
  items: ItemLists[Tag],
): SearchDocument[];
export function itemDocuments(
  ...[tag, items]: { [Tag in DataTag]: [tag: Tag, items: ItemLists[Tag]] }[DataTag]
): SearchDocument[] {
  return tag === "news" ? items.map(newsDocument) : items.map(eventDocument);
}
