import type { EventCard, EventItem } from "../model/event-item.ts";
import type { NewsCard, NewsItem } from "../model/news-item.ts";
import type { Outcome } from "./outcome.ts";
import type { SourcesReport } from "./sources-report.ts";

/** One page of the news feed: spec section 2, "Shows a featured news item ... up to 5 more". */
export interface NewsFeed {
  /** The item flagged featured, else the first; on page 1 only. */
  featured: NewsCard | null;
  items: NewsCard[];
  page: number;
  pages: number;
  total: number;
}

/** Events by the server's clock: under way, to come (at most 6, soonest first), and over (newest first). */
export interface EventsFeed {
  happeningNow: EventCard[];
  upcoming: EventCard[];
  past: EventCard[];
  pastPage: number;
  pastPages: number;
}

export interface NewsFeedQuery {
  page: number;
  /** Narrowed to a category and a tag, upper or lower case; null is all. */
  category: string | null;
  tag: string | null;
}

/**
 * Every query of a page. Two implementations: `server/bff/site-data.ts` calls the services,
 * `client/data/browser-site-data.ts` fetches the same results from `/bff`.
 */
export interface SiteData {
  newsFeed(query: NewsFeedQuery): Promise<Outcome<NewsFeed>>;
  eventsFeed(query: { pastPage: number }): Promise<Outcome<EventsFeed>>;
  newsItem(slug: string): Promise<Outcome<NewsItem>>;
  event(slug: string): Promise<Outcome<EventItem>>;
  /** How the content source has answered, for staff. */
  sources(): Promise<Outcome<SourcesReport>>;
}
