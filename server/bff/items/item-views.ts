import type { EventItem, StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import type { NewsItem, StoredNewsItem } from "../../../shared/model/news-item.schema.ts";
import type { PictureViews } from "../../pictures/picture-views.ts";
import type { BadCursor, ListPage } from "../bff-data.ts";

export interface ItemViews {
  showNews(item: StoredNewsItem): NewsItem;
  showEvent(item: StoredEventItem): EventItem;
  /** With its picture, broken or not: what was not changed is sent back. */
  showWriter(item: StoredEventItem): EventItem;
}

/** Items as they leave the data cache: every picture comes from this site. */
export function createItemViews(pictures: PictureViews): ItemViews {
  const html = (text: SafeHtml | null) => text && pictures.html(text);
  const eventWith = (item: StoredEventItem, image: EventItem["image"]) => ({
    ...item,
    image,
    description: html(item.description),
    venueDetails: html(item.venueDetails),
  });
  return {
    showNews: (item) => ({
      ...item,
      image: item.image && pictures.view(item.image),
      body: html(item.body),
    }),
    showEvent: (item) => eventWith(item, item.image && pictures.view(item.image)),
    showWriter: (item) => eventWith(item, item.image && pictures.written(item.image)),
  };
}

export function shownPage<Stored, Shown>(
  page: ListPage<Stored> | BadCursor,
  show: (item: Stored) => Shown,
): ListPage<Shown> | BadCursor {
  return page === "bad-cursor" ? page : { ...page, items: page.items.map(show) };
}
