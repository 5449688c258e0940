import type { Selection } from "../content/documents.ts";
import type { Language } from "../languages.ts";
import type { EventCard, EventItem } from "../model/event-item.schema.ts";
import type { NewsCard, NewsItem } from "../model/news-item.schema.ts";
import type { SearchHit } from "../model/search-results.schema.ts";
import type { SourcesReport } from "./sources-report.schema.ts";

/** The kinds of source data that a write invalidates. Cache entries and pages made from such data carry these tags. */
export const DATA_TAGS = ["news", "events"] as const;
export type DataTag = (typeof DATA_TAGS)[number];

/** The tag of what is made from the content of the site. */
export const CONTENT_TAG = "content";
export type PageTag = DataTag | typeof CONTENT_TAG;

/** The choices of events for a list; `notOver` are events that are under way or to come. */
export const WHEN = ["notOver", "upcoming", "now", "past", "all"] as const;
export type When = (typeof WHEN)[number];

/** The faults of the source's responses, in an operator's words. */
export const SOURCE_FAULTS = {
  refused: "no connection to the source",
  timeout: "no complete response in time",
  slow: "responses take longer than a second",
  status: "an error status",
  redirect: "a redirect that is not followed",
  "not-json": "the response is not JSON",
  "cut-off": "the connection ended before the response did",
  "too-large": "the response is larger than the limit",
  "wrong-shape": "the response has another shape than the contract",
  incomplete: "a list in pages that was not read to its end",
  "no-rows": "no row can be read",
  "fewer-rows": "too few rows can be read",
  "no-dates": "no date can be read",
  "fewer-dates": "too few dates can be read",
  empty: "an empty list where there were rows before",
  "no-text": "texts of which nothing can be read",
} as const;

/** The reason for a row that is left out on purpose, which is not a fault of the source. */
export const NOT_PUBLIC = "not public";

export type SourceFaultName = keyof typeof SOURCE_FAULTS;

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
  featured: NewsCard | null;
  items: NewsCard[];
  page: number;
  pages: number;
  total: number;
}

/** Events by the server's clock: under way, to come, and over. */
export interface EventsFeed {
  happeningNow: EventCard[];
  upcoming: EventCard[];
  past: EventCard[];
  pastPage: number;
  pastPages: number;
}

export interface NewsFeedQuery {
  page: number;
  /** The category and the tag to filter by, in upper or lower case; null for all. */
  category: string | null;
  tag: string | null;
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
  eventsFeed(query: { pastPage: number }): Promise<Outcome<EventsFeed>>;
  newsItem(slug: string): Promise<Outcome<NewsItem>>;
  event(slug: string): Promise<Outcome<EventItem>>;
  /** Returns the selected documents; not found when the selection names an entry that does not exist. */
  content(query: ContentQuery): Promise<Outcome<Readonly<Record<string, unknown>>>>;
  /** Returns further reading on the subject of the page at `path`. */
  related(path: string): Promise<Outcome<SearchHit[]>>;
  /** Returns the report for staff. */
  sources(): Promise<Outcome<SourcesReport>>;
}
