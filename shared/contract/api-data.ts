import type { EventItem } from "../model/event-item.ts";
import type { NewsItem } from "../model/news-item.ts";
import type { Outcome } from "./answers.ts";
import type { SiteData } from "./site-data.ts";

/** A page of a list, and the cursors of the pages after and before it; null where there is none. */
export interface ListPage<T> {
  items: T[];
  total: number;
  next: string | null;
  prev: string | null;
}

/** Set in place of a page when the cursor asked with is not one of ours. */
export type BadCursor = "bad-cursor";

export interface NewsListQuery {
  limit: number;
  /** Where to go on: the `next` of the page before. */
  cursor: string | null;
  category: string | null;
  tag: string | null;
}

export type EventWhen = "upcoming" | "past" | "all";

export interface EventListQuery {
  when: EventWhen;
  limit: number;
  cursor: string | null;
}

/** The questions of `/bff` that no page asks, beside those that pages do. */
export interface ApiData extends SiteData {
  newsList(query: NewsListQuery): Promise<Outcome<ListPage<NewsItem> | BadCursor>>;
  newsById(id: string): Promise<Outcome<NewsItem>>;
  eventList(query: EventListQuery): Promise<Outcome<ListPage<EventItem> | BadCursor>>;
  eventById(id: string): Promise<Outcome<EventItem>>;
}

/** How an answer came about; `none`: it could not be had. */
export const DATA_STATES = ["fresh", "refreshed", "stale", "none"] as const;
export type DataState = (typeof DATA_STATES)[number];

/** A call to a source that was made for somebody. */
export interface SourceNote {
  name: string;
  /** Of the answer, or the class of the fault. */
  status: number | "timeout" | "network" | "shape" | "size" | "aborted";
  /** 0 when the source was left alone. */
  attempts: number;
  ms: number;
}

/** Who asks: an id for the log and the source, and the signal that fires when the reader leaves. */
export interface Asker {
  requestId: string;
  traceparent: string | undefined;
  signal: AbortSignal;
  /** Told how each answer came about. */
  onData?: (state: DataState) => void;
  /** Told of each call to a source at its end. */
  onSource?: ((note: SourceNote) => void) | undefined;
  /** Told of each fault once; the answer itself holds none of it. */
  onFault: (fault: unknown) => void;
}

/** Binds the site's data to one request. */
export type DataFor = (asker: Asker) => ApiData;
