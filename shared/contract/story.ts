import type { Language } from "../languages.ts";
import type { EventStatus } from "../model/event.ts";

/** A post of the blog, for feeds. URLs are site-relative. */
export interface Story {
  path: string;
  language: Language;
  title: string;
  summary: string;
  html: string;
  /** `YYYY-MM-DD`, a day in Dar es Salaam. */
  publishedOn: string;
  author: string;
  categories: readonly string[];
  image: string | null;
}

/** The texts of feeds and calendars in one language; `{price}` is to be filled in. */
export interface FeedWords {
  language: Language;
  news: string;
  stories: string;
  events: string;
  description: string;
  ticketPrice: string;
  event: { statuses: Record<EventStatus, string>; online: string; alsoOnline: string };
}

/** What `client/entry-stories.ts` exports, for feeds in its language. */
export interface FeedContent {
  words: FeedWords;
  /** Every post of the blog with its text. */
  stories: () => Promise<readonly Story[]>;
}
