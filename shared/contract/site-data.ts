import type { Selection } from "../content/documents.ts";
import type { Language } from "../languages.ts";
import type { EventCardData, EventItem } from "../model/event-item.schema.ts";
import type { NewsCardData, NewsItem } from "../model/news-item.schema.ts";
import type { SearchHit } from "../model/search-results.schema.ts";
import type { SourcesReport } from "./sources-report.schema.ts";

/** The choices of events for a list; `notOver` are events that are under way or to come. */
export const EVENT_PERIODS = ["notOver", "upcoming", "now", "past", "all"] as const;
export type EventPeriod = (typeof EVENT_PERIODS)[number];

/** The age of the data. Times are ISO 8601 UTC. */
export interface OutcomeMeta {
  /** The server's clock: pages compare dates with it alone. */
  now: string;
  /** The time when this data was fetched from the source. */
  fetchedAt: string;
  /** True when the source is down and this is the last good data. */
  stale: boolean;
}

/**
 * The result of a query. A query never rejects: absence and failure are values, without any text of the source. The status of a
 * failure is 503 when the source does not respond, and 502 when its response is invalid.
 */
export type Outcome<T> =
  | { kind: "ok"; data: T; meta: OutcomeMeta }
  | { kind: "not-found" }
  | {
      kind: "unavailable";
      status: 502 | 503;
      retryAfterSeconds: number;
      /** The request whose view shows the failure. */
      requestId?: string | undefined;
    };

/** A page of the news feed: spec section 2, "Shows a featured news item ... up to 5 more". */
export interface NewsFeed {
  /** The featured item, only on page 1. */
  featured: NewsCardData | null;
  items: NewsCardData[];
  page: number;
  pages: number;
  total: number;
}

/** Events by the server's clock: under way, to come, and over. */
export interface EventsFeed {
  happeningNow: EventCardData[];
  upcoming: EventCardData[];
  past: EventCardData[];
  pastPage: number;
  pastPages: number;
}

export interface NewsFeedQuery {
  page: number;
  /** The category and the tag to filter by, in upper or lower case; null for all. */
  category: string | null;
  tag: string | null;
  /** The language of the reader, by default that of the page: items that exist in it as other items are left out. */
  language?: Language;
}

export interface EventsFeedQuery {
  pastPage: number;
  language?: Language;
}

/** The documents that a page reads in a language. `params` are those of the page's path, such as the slug of an entry. */
export interface ContentQuery {
  language: Language;
  selection: Selection;
  params: Readonly<Record<string, string>>;
}

/** The queries of pages. The browser gets the same results from `/bff` (client/data/browser-queries.ts). */
export interface SiteData {
  newsFeed(query: NewsFeedQuery): Promise<Outcome<NewsFeed>>;
  eventsFeed(query: EventsFeedQuery): Promise<Outcome<EventsFeed>>;
  newsItem(slug: string): Promise<Outcome<NewsItem>>;
  event(slug: string): Promise<Outcome<EventItem>>;
  /** Returns the selected documents; not found when the selection names an entry that does not exist. */
  content(query: ContentQuery): Promise<Outcome<Readonly<Record<string, unknown>>>>;
  /** Returns further reading on the subject of the page at `path`. */
  related(path: string): Promise<Outcome<SearchHit[]>>;
  /** Returns the report for staff. */
  sources(): Promise<Outcome<SourcesReport>>;
}
