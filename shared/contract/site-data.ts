import type { EventItem } from "../model/event-item.schema.ts";
import type { NewsItem } from "../model/news-item.schema.ts";
import type { SearchResults } from "../model/search-results.schema.ts";
import type { EventsFeed, NewsFeed } from "./feeds.schema.ts";
import type { Outcome } from "./outcome.ts";
import type { SourcesReport } from "./sources-report.schema.ts";

export interface NewsFeedQuery {
  page: number;
  /** Narrowed to a category and a tag, upper or lower case; null is all. */
  category: string | null;
  tag: string | null;
}

/**
 * Every query of a page. Two implementations: `server/bff/site-data.ts` calls the services,
 * `client/data/site-data.ts` fetches the same results from `/bff`.
 */
export interface SiteData {
  newsFeed(query: NewsFeedQuery): Promise<Outcome<NewsFeed>>;
  eventsFeed(query: { pastPage: number }): Promise<Outcome<EventsFeed>>;
  newsItem(slug: string): Promise<Outcome<NewsItem>>;
  event(slug: string): Promise<Outcome<EventItem>>;
  /** What else there is to read on the subject of the page at `path`; `url` is the query under `/bff`. */
  related(url: string, path: string): Promise<Outcome<SearchResults>>;
  /** How the content source has responded, for staff. */
  sources(): Promise<Outcome<SourcesReport>>;
}
