import type { NewsFeed } from "../../../shared/contract/feeds.schema.ts";
import type { NewsFeedQuery } from "../../../shared/contract/site-data.ts";
import {
  newsCard as cardSchema,
  type NewsCard,
  type StoredNewsItem,
} from "../../../shared/model/news-item.schema.ts";
import type { PictureViews } from "../../pictures/picture-views.ts";
import type { BadCursor, ListPage, NewsListQuery } from "../bff-data.ts";
import { byDate, numberedPage, pageAtCursor } from "../items/list-pages.ts";

/** Spec section 9: "Featured news plus up to 5 others". */
const OTHERS_PER_PAGE = 5;

const newsCard = (item: StoredNewsItem, pictures: PictureViews): NewsCard =>
  cardSchema.parse({ ...item, image: item.image && pictures.card(item.image) });

const equalsIgnoringCase = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function filtered(
  items: readonly StoredNewsItem[],
  { category, tag }: Pick<NewsListQuery, "category" | "tag">,
): readonly StoredNewsItem[] {
  if (category === null && tag === null) return items;
  return items.filter(
    (item) =>
      (category === null || item.categories.some((name) => equalsIgnoringCase(name, category))) &&
      (tag === null || item.tags.some((name) => equalsIgnoringCase(name, tag))),
  );
}

/** The feed's page: the first featured item, else the first, and the others in pages. */
export function newsFeed(
  all: readonly StoredNewsItem[],
  { page, ...filter }: NewsFeedQuery,
  pictures: PictureViews,
): NewsFeed {
  const items = filtered(all, filter);
  const featured = items.find((item) => item.isFeatured) ?? items[0] ?? null;
  const others = numberedPage(
    items.filter((item) => item !== featured),
    { page, pageSize: OTHERS_PER_PAGE },
  );
  return {
    featured: page === 1 && featured ? newsCard(featured, pictures) : null,
    items: others.items.map((item) => newsCard(item, pictures)),
    page,
    pages: others.pages,
    total: items.length,
  };
}

/** A page of the whole list, filtered by category and tag where given; case is ignored. */
export function newsListPage(
  items: readonly StoredNewsItem[],
  query: NewsListQuery,
): ListPage<StoredNewsItem> | BadCursor {
  const { category, tag, order = "source" } = query;
  const found = filtered(items, query);
  const sorted = order === "source" ? found : byDate(found, order, (item) => item.publishedAt);
  const list = ["news", category?.toLowerCase(), tag?.toLowerCase(), order];
  return pageAtCursor(sorted, { ...query, list });
}
