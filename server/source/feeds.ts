import type { EventsFeed, NewsFeed } from "../../shared/contract/feeds.schema.ts";
import type { NewsFeedQuery } from "../../shared/contract/site-data.ts";
import {
  type EventCard,
  eventCard as eventCardSchema,
  type StoredEventItem,
} from "../../shared/model/event-item.schema.ts";
import {
  type NewsCard,
  newsCard as newsCardSchema,
  type StoredNewsItem,
} from "../../shared/model/news-item.schema.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";
import { selected } from "./list-pages.ts";

/** Spec section 9: "Featured news plus up to 5 others". */
const OTHERS_PER_PAGE = 5;
/** Spec section 9: "up to 6 upcoming events". */
const UPCOMING_LIMIT = 6;
const PAST_PER_PAGE = 6;

/** One numbered page, counted from 1, and how many there are: at least one. */
function numberedPage<Item>(items: readonly Item[], page: number, pageSize: number) {
  return {
    items: items.slice((page - 1) * pageSize, page * pageSize),
    pages: Math.max(1, Math.ceil(items.length / pageSize)),
  };
}

/** A page of the news: the first featured item, else the first, and the others. */
export function newsFeed(
  all: readonly StoredNewsItem[],
  { page, ...narrowed }: NewsFeedQuery,
  pictures: PictureViews,
): NewsFeed {
  const card = (item: StoredNewsItem): NewsCard =>
    newsCardSchema.parse({ ...item, image: item.image && pictures.card(item.image) });
  const items = selected("news", all, { ...narrowed, nowMs: 0 });
  const featured = items.find((item) => item.isFeatured) ?? items[0] ?? null;
  const others = items.filter((item) => item !== featured);
  const shown = numberedPage(others, page, OTHERS_PER_PAGE);
  return {
    featured: page === 1 && featured ? card(featured) : null,
    items: shown.items.map(card),
    page,
    pages: shown.pages,
    total: items.length,
  };
}

/** The events at the time `nowMs`. */
export function eventsFeed(
  all: readonly StoredEventItem[],
  { pastPage, nowMs }: { pastPage: number; nowMs: number },
  pictures: PictureViews,
): EventsFeed {
  const card = (event: StoredEventItem): EventCard =>
    eventCardSchema.parse({ ...event, image: event.image && pictures.card(event.image) });
  const events = (when: "now" | "upcoming" | "past") => selected("events", all, { when, nowMs });
  const past = numberedPage(events("past"), pastPage, PAST_PER_PAGE);
  return {
    happeningNow: events("now").map(card),
    upcoming: events("upcoming").slice(0, UPCOMING_LIMIT).map(card),
    past: past.items.map(card),
    pastPage,
    pastPages: past.pages,
  };
}
