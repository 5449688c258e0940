import type { StoredNews, StoredNewsHead } from "../store/news-store.ts";
import { asLocalDay, asUtc } from "./dates-as-sent.ts";
import { imageAsSent } from "./image-as-sent.ts";
import { pickFor } from "./pick-for.ts";

/** A news item as the list sends it: under the names its id draws, without its text and related lists. */
export function newsHeadAsSent(news: StoredNewsHead): Record<string, unknown> {
  const { id } = news;
  return {
    id,
    slug: news.slug,
    title: news.title,
    [pickFor({ id, options: ["excerpt", "introduction"], stride: 2 })]: news.excerpt,
    ...(news.summary === null ? {} : { summary: news.summary }),
    featured: news.featured,
    ...imageAsSent(id, news.image),
    ...categoriesAsSent(news),
    ...publicationDateAsSent(news),
    view_count: news.view_count,
    ...authorAsSent(news),
    ...(news.source === null ? {} : { source: news.source }),
    tags: news.tags,
  };
}

/** A news item in a response of its own: the row of the list, and the rest. */
export function newsAsSent(news: StoredNews): Record<string, unknown> {
  return {
    ...newsHeadAsSent(news),
    content: news.content,
    related_news: news.relatedNews,
    related_events: news.relatedEvents,
  };
}

function publicationDateAsSent({ id, published_at: instant }: StoredNewsHead) {
  return pickFor<Record<string, string>>({
    id,
    options: [
      { published_at: asUtc(instant) },
      { publish_date: asLocalDay(instant) },
      { createdAt: new Date(instant).toISOString() },
    ],
  });
}

function authorAsSent({ id, author }: StoredNewsHead): Record<string, string> {
  if (author === null) return {};
  return { [pickFor({ id, options: ["author", "author_name"], stride: 3 })]: author };
}

/** `category` holds one name, so only items with a single category are sent with it. */
function categoriesAsSent({ id, categories }: StoredNewsHead): Record<string, unknown> {
  const [first, ...others] = categories;
  if (first === undefined || others.length > 0) return { categories };
  return pickFor<Record<string, unknown>>({
    id,
    options: [{ category: first }, { categories }, { category: first, categories }],
  });
}
