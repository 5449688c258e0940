import type { BadCursor, ListPage, NewsListQuery } from "../../shared/contract/api-data.ts";
import type { NewsFeed, NewsFeedQuery } from "../../shared/contract/site-data.ts";
import type { NewsCard, NewsItem } from "../../shared/model/news-item.ts";
import { pageAt } from "./cursor.ts";

/** Spec section 9: "Featured news plus up to 5 others". */
const OTHERS_A_PAGE = 5;

function newsCard(item: NewsItem): NewsCard {
  const { id, slug, title, excerpt, image, categories, publishedAt, publishedPrecision } = item;
  return { id, slug, title, excerpt, image, categories, publishedAt, publishedPrecision };
}

const sameWord = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function narrowed(
  items: readonly NewsItem[],
  { category, tag }: Pick<NewsListQuery, "category" | "tag">,
): readonly NewsItem[] {
  if (category === null && tag === null) return items;
  return items.filter(
    (item) =>
      (category === null || item.categories.some((name) => sameWord(name, category))) &&
      (tag === null || item.tags.some((name) => sameWord(name, tag))),
  );
}

/** The feed's page: the first flagged item, else the first, and the others five at a time. */
export function newsFeed(
  all: readonly NewsItem[],
  { page, ...narrowing }: NewsFeedQuery,
): NewsFeed {
  const items = narrowed(all, narrowing);
  const featured = items.find((item) => item.isFeatured) ?? items[0] ?? null;
  const others = items.filter((item) => item !== featured);
  const from = (page - 1) * OTHERS_A_PAGE;
  return {
    featured: page === 1 && featured ? newsCard(featured) : null,
    items: others.slice(from, from + OTHERS_A_PAGE).map(newsCard),
    page,
    pages: Math.max(1, Math.ceil(others.length / OTHERS_A_PAGE)),
    total: items.length,
  };
}

/** A page of the whole list, narrowed to a category and a tag when named (upper or lower case). */
export function newsListPage(
  items: readonly NewsItem[],
  query: NewsListQuery,
): ListPage<NewsItem> | BadCursor {
  const chosen = narrowed(items, query);
  const page = pageAt(chosen, query.cursor, query.limit);
  return page ? { ...page, total: chosen.length } : "bad-cursor";
}
