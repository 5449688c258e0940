import type { RelatedLink } from "../store/item-table.ts";
import type { StoredNews } from "../store/news-document.ts";
import { asLocalDay, asUtc } from "./dates-as-sent.ts";
import { imageAsSent } from "./image-as-sent.ts";
import { pickFor } from "./pick-for.ts";
import { withoutNull } from "./without-null.ts";

/** A news item as the list sends it: under the names its id draws, without its text and related lists. */
export function newsHeadAsSent({ id, slug, date, document }: StoredNews): Record<string, unknown> {
  const { excerpt, image, categories, author, ...others } = document;
  const { content: _text, related_news: _news, related_events: _events, ...rest } = others;
  return {
    id,
    slug,
    ...withoutNull(rest),
    [pickFor({ id, options: ["excerpt", "introduction"], stride: 2 })]: excerpt,
    ...imageAsSent(id, image),
    ...categoriesAsSent(id, categories),
    ...publicationDateAsSent(id, date),
    ...withoutNull({
      [pickFor({ id, options: ["author", "author_name"], stride: 3 })]: author,
    }),
  };
}

/** A news item in a response of its own: the row of the list, and the rest. */
export function newsAsSent(
  news: StoredNews,
  related: { news: RelatedLink[]; events: RelatedLink[] },
): Record<string, unknown> {
  return {
    ...newsHeadAsSent(news),
    content: news.document.content,
    related_news: related.news,
    related_events: related.events,
  };
}

function publicationDateAsSent(id: number, instant: string) {
  return pickFor<Record<string, string>>({
    id,
    options: [
      { published_at: asUtc(instant) },
      { publish_date: asLocalDay(instant) },
      { createdAt: new Date(instant).toISOString() },
    ],
  });
}

/** `category` holds one name, so only items with a single category are sent with it. */
function categoriesAsSent(id: number, categories: readonly string[]): Record<string, unknown> {
  const [first, ...others] = categories;
  if (first === undefined || others.length > 0) return { categories };
  return pickFor<Record<string, unknown>>({
    id,
    options: [{ category: first }, { categories }, { category: first, categories }],
  });
}
