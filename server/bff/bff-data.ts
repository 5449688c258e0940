import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { EventItem, StoredEventItem } from "../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import type { SearchQuery } from "../../shared/model/search.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import type { RequestContext } from "../upstream/request-context.ts";

/** A page of a list, with the cursors of the next and the previous page; null where there is none. */
export interface ListPage<T> {
  items: T[];
  total: number;
  next: string | null;
  prev: string | null;
}

/** In place of a page: the cursor of the query is not one of ours. */
export type BadCursor = "bad-cursor";

/** By date, undated items last, or as the source sent them. */
export type DateOrder = "source" | "earliest-first" | "latest-first";

export interface NewsListQuery {
  limit: number;
  /** Where to continue: the `next` of the previous page. */
  cursor: string | null;
  category: string | null;
  tag: string | null;
  /** That of the source unless given. */
  order?: DateOrder;
}

export type EventWhen = "upcoming" | "past" | "all";

export interface EventListQuery {
  when: EventWhen;
  limit: number;
  cursor: string | null;
  /** Unless given: upcoming events earliest first, past ones latest first, all as the source sent them. */
  order?: DateOrder | undefined;
}

/** The queries of pages, and those of `/bff` that no page makes. */
export interface BffData extends SiteData {
  newsList(query: NewsListQuery): Promise<Outcome<ListPage<NewsItem> | BadCursor>>;
  newsById(id: string): Promise<Outcome<NewsItem>>;
  eventList(query: EventListQuery): Promise<Outcome<ListPage<EventItem> | BadCursor>>;
  /** What was found; `unavailable` until the site is indexed. */
  search(query: SearchQuery): Promise<Outcome<SearchResults>>;
  /** With the item as it is cached: a fetched picture is no change of the event. */
  eventById(id: string): Promise<Outcome<{ item: EventItem; stored: StoredEventItem }>>;
}

/** Binds the site's data to one request. */
export type DataFor = (context: RequestContext) => BffData;
