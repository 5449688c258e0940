import { code } from "../../content/words/en/language.json";
import type { EventsFeed, NewsFeed, NewsFeedQuery } from "../../shared/contract/site-data.ts";
import type { SourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { EventItem } from "../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import type { PageQuery } from "../data/queries.ts";
import type { PageUrl } from "../page.ts";

/** The limit that `/bff` sets for a category or tag. */
const LONGEST_WORD = 150;

/** The filter of the news feed. */
type Narrowing = Pick<NewsFeedQuery, "category" | "tag">;

export type FeedTab = "all" | "news" | "events";

/** Reads a page number from the query string. Anything but a whole number from 1 to 9999 is 1. */
export const pageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;

/** Returns the tab named by `?type=`. An unknown name means All. */
export function feedTab(search: URLSearchParams): FeedTab {
  const type = search.get("type");
  return type === "news" || type === "events" ? type : "all";
}

/** Returns the page of past events, which are a separate list (`?type=events&past=1`). Null on the other tabs. */
export const pastPage = (search: URLSearchParams): number | null =>
  feedTab(search) === "events" && search.has("past") ? pageNumber(search.get("past")) : null;

/** The parameter that names the language of the reader, which is English without one. */
const LANG = code === "en" ? "" : `&lang=${code}`;

/** Reads the filter from `?category=` and `?tag=`. */
export function feedNarrowing(search: URLSearchParams): Narrowing {
  const word = (name: string) => {
    const text = search.get(name)?.trim() ?? "";
    return text === "" || text.length > LONGEST_WORD ? null : text;
  };
  return { category: word("category"), tag: word("tag") };
}

/**
 * Returns the query of the news feed, whose key is a path under `/bff`. The fragment tells the view of the feed from that of Home. The
 * tabs of the feed share one view.
 */
export function newsFeedQuery(
  page: number,
  role: "page" | "section",
  narrowing: Narrowing = { category: null, tag: null },
): PageQuery<NewsFeed> {
  const query = { page, ...narrowing };
  const words = Object.entries(narrowing).map(([name, word]) =>
    word === null ? "" : `&${name}=${encodeURIComponent(word)}`,
  );
  return {
    key: `/bff/view/news?page=${page}${words.join("")}${LANG}#${role}`,
    tags: ["news"],
    run: (siteData) => siteData.newsFeed(query),
    role,
    keepsHtml: "always",
  };
}

/** Returns the query of a page of past events, or of the current events when `past` is null. */
export const eventsFeedQuery = (
  past: number | null,
  role: "page" | "section",
): PageQuery<EventsFeed> => ({
  key: `/bff/view/events${past === null ? LANG.replace("&", "?") : `?past=${past}${LANG}`}#${role}`,
  tags: ["events"],
  run: (siteData) => siteData.eventsFeed({ pastPage: past ?? 1 }),
  role,
  keepsHtml: "always",
});

/** The settings for the query of a single item. Its page makes the title from the item's data. */
const ofItem = {
  role: "page",
  unread: ["variants", "translations"],
  keepsHtml: "when-whole",
} as const;

export const newsItemQuery = (slug: string): PageQuery<NewsItem> => ({
  key: `/bff/news/${encodeURIComponent(slug)}`,
  tags: ["news"],
  run: (siteData) => siteData.newsItem(slug),
  ...ofItem,
});

export const eventQuery = (slug: string): PageQuery<EventItem> => ({
  key: `/bff/events/${encodeURIComponent(slug)}`,
  tags: ["events"],
  run: (siteData) => siteData.event(slug),
  readsClock: true,
  ...ofItem,
});

/** The query for the source's response history, shown to staff. */
export const sourcesQuery: PageQuery<SourcesReport> = {
  key: "/bff/sources",
  tags: [],
  run: (siteData) => siteData.sources(),
  readsClock: true,
  role: "page",
};

/** Returns the queries of the feed, only for the current tab. */
export function feedQueries({ search }: PageUrl) {
  const tab = feedTab(search);
  const page = pageNumber(search.get("page"));
  return {
    news: tab === "events" ? null : newsFeedQuery(page, "page", feedNarrowing(search)),
    events: tab === "news" ? null : eventsFeedQuery(pastPage(search), "page"),
  };
}
