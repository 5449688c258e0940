import type { EventItem, StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { NewsItem, StoredNewsItem } from "../../../shared/model/news-item.schema.ts";
import type { SafeHtml } from "../../../shared/model/safe-html.ts";
import type { BadCursor, ListPage } from "../../contract/bff-data.ts";
import type { PictureViews } from "../../contract/pictures.ts";

export interface ItemViews {
  showNews(item: StoredNewsItem): NewsItem;
  showEvent(item: StoredEventItem): EventItem;
}

/** Items as they leave the data cache: every picture comes from this site. */
export function createItemViews(pictures: PictureViews): ItemViews {
  const html = (text: SafeHtml | null) => text && pictures.html(text);
  return {
    showNews: (item) => ({
      ...item,
      image: item.image && pictures.view(item.image),
      body: html(item.body),
    }),
    showEvent: (item) => ({
      ...item,
      image: item.image && pictures.view(item.image),
      description: html(item.description),
      venueDetails: html(item.venueDetails),
    }),
  };
}

export function shownPage<Stored, Shown>(
  page: ListPage<Stored> | BadCursor,
  show: (item: Stored) => Shown,
): ListPage<Shown> | BadCursor {
  return page === "bad-cursor" ? page : { ...page, items: page.items.map(show) };
}
