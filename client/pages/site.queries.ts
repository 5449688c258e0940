import type { EventsFeed, NewsFeed, NewsFeedQuery } from "../../shared/contract/site-data.ts";
import type { SourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { EventItem } from "../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import type { PageQuery } from "../data/queries.ts";
import type { PageProps } from "../page.ts";

/** The limit of `/bff`. */
const LONGEST_WORD = 150;

export type FeedTab = "all" | "news" | "events";

/** A page number from the query string: 1 unless it is a whole number from 1 to 9999. */
export const pageNumber = (text: string | null): number =>
  text && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1;

/** The tab named by `?type=`; anything unknown is All. */
export function feedTab(search: URLSearchParams): FeedTab {
  const type = search.get("type");
  return type === "news" || type === "events" ? type : "all";
}

/** The page of past events: a list of its own (`?type=events&past=1`). Null on the other tabs. */
export const pastPage = (search: URLSearchParams): number | null =>
  feedTab(search) === "events" && search.has("past") ? pageNumber(search.get("past")) : null;

/** The filter of `?category=` and `?tag=`. */
export function feedNarrowing(search: URLSearchParams): Omit<NewsFeedQuery, "page"> {
  const word = (name: string) => {
    const text = search.get(name)?.trim() ?? "";
    return text === "" || text.length > LONGEST_WORD ? null : text;
  };
  return { category: word("category"), tag: word("tag") };
}

/** A path under `/bff`; the fragment tells the view of the feed from that of Home. The tabs of the feed share one. */
export function newsFeedQuery(
  page: number,
  role: "page" | "part",
  narrowing: Omit<NewsFeedQuery, "page"> = { category: null, tag: null },
): PageQuery<NewsFeed> {
  const query = { page, ...narrowing };
  const words = Object.entries(narrowing).map(([name, word]) =>
    word === null ? "" : `&${name}=${encodeURIComponent(word)}`,
  );
  return {
    key: `/bff/view/news?page=${page}${words.join("")}#${role}`,
    tags: ["news"],
    run: (siteData) => siteData.newsFeed(query),
    role,
    inert: "always",
  };
}

/** A page of past events; for null the others. */
export const eventsFeedQuery = (
  past: number | null,
  role: "page" | "part",
): PageQuery<EventsFeed> => ({
  key: `/bff/view/events${past === null ? "" : `?past=${past}`}#${role}`,
  tags: ["events"],
  run: (siteData) => siteData.eventsFeed({ pastPage: past ?? 1 }),
  role,
  inert: "always",
});

/** The page of one item, whose title is made of its data. */
const ofItem = { role: "page", unread: ["variants"], inert: "whole" } as const;

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

/** How the source has responded, for staff. */
export const sourcesQuery: PageQuery<SourcesReport> = {
  key: "/bff/sources",
  tags: [],
  run: (siteData) => siteData.sources(),
  readsClock: true,
  role: "page",
};

/** The queries of the feed: only those of its tab. */
export function feedQueries({ search }: PageProps) {
  const tab = feedTab(search);
  const page = pageNumber(search.get("page"));
  return {
    news: tab === "events" ? null : newsFeedQuery(page, "page", feedNarrowing(search)),
    events: tab === "news" ? null : eventsFeedQuery(pastPage(search), "page"),
  };
}
