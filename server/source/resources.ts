import type { DataTag } from "../../shared/contract/site-data.ts";
import { eventTiming } from "../../shared/model/event.ts";
import {
  type EventItem,
  type StoredEventItem,
  storedEventItem,
} from "../../shared/model/event-item.schema.ts";
import type { SafeHtml } from "../../shared/model/item-fields.schema.ts";
import {
  type NewsItem,
  type StoredNewsItem,
  storedNewsItem,
} from "../../shared/model/news-item.schema.ts";
import type { PictureViews } from "../pictures/picture-urls.ts";
import { type CachedKind, cachedKinds } from "./stored-responses.ts";

/** Items as they are cached, and as they are shown: with every picture from this site. */
export interface Items {
  news: { stored: StoredNewsItem; shown: NewsItem };
  events: { stored: StoredEventItem; shown: EventItem };
}

/** By date, undated items last, or as the source sent them. */
export type DateOrder = "source" | "earliest-first" | "latest-first";

/** What a list is narrowed to, and its order. */
export interface ListQuery {
  /** News in one category, with one tag; case is ignored. */
  category?: string | null | undefined;
  tag?: string | null | undefined;
  /** Events at a time; all unless given. */
  when?: "upcoming" | "now" | "past" | "all" | undefined;
  /** That of the resource unless given. */
  order?: DateOrder | undefined;
}

interface Resource<Tag extends DataTag> {
  /** Under which it is cached. */
  kinds: {
    list: CachedKind<Items[Tag]["stored"][]>;
    item: CachedKind<Items[Tag]["stored"] | null>;
  };
  /** By which it is sorted. */
  dateOf: (item: Items[Tag]["stored"]) => string | null;
  usualOrder: (query: ListQuery) => DateOrder;
  isFound: (item: Items[Tag]["stored"], query: ListQuery, nowMs: number) => boolean;
  show: (item: Items[Tag]["stored"], pictures: PictureViews) => Items[Tag]["shown"];
  /** By its id, which writers read. */
  showById: (item: Items[Tag]["stored"], pictures: PictureViews) => Items[Tag]["shown"];
}

const hasWord = (words: readonly string[], wanted: string | null | undefined) =>
  wanted == null || words.some((word) => word.toLowerCase() === wanted.toLowerCase());

const html = (text: SafeHtml | null, pictures: PictureViews) => text && pictures.html(text);

const showNews = (item: StoredNewsItem, pictures: PictureViews): NewsItem => ({
  ...item,
  image: item.image && pictures.view(item.image),
  body: html(item.body, pictures),
});

const showEvent = (item: StoredEventItem, pictures: PictureViews): EventItem => ({
  ...item,
  image: item.image && pictures.view(item.image),
  description: html(item.description, pictures),
  venueDetails: html(item.venueDetails, pictures),
});

/** With its picture, broken or not: what its writer did not change is sent back. */
export const showToWriter = (item: StoredEventItem, pictures: PictureViews): EventItem => ({
  ...showEvent(item, pictures),
  image: item.image && pictures.written(item.image),
});

export const RESOURCES: { [Tag in DataTag]: Resource<Tag> } = {
  news: {
    kinds: cachedKinds({ list: "news", item: "news-item" }, storedNewsItem),
    dateOf: ({ publishedAt }) => publishedAt,
    usualOrder: () => "source",
    isFound: ({ categories, tags }, { category, tag }) =>
      hasWord(categories, category) && hasWord(tags, tag),
    show: showNews,
    showById: showNews,
  },
  events: {
    kinds: cachedKinds({ list: "events", item: "event-item" }, storedEventItem),
    dateOf: ({ startsAt }) => startsAt,
    usualOrder: ({ when = "all" }) =>
      (
        ({
          upcoming: "earliest-first",
          now: "earliest-first",
          past: "latest-first",
          all: "source",
        }) as const
      )[when],
    isFound: (event, { when = "all" }, nowMs) =>
      when === "all" || eventTiming(event, nowMs) === when,
    show: showEvent,
    showById: showToWriter,
  },
};
