import type { NewsFeedQuery, Outcome, SiteData } from "../../shared/contract/site-data.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import { fetchJson } from "./fetch-json.ts";
import { type PageQuery, UNAVAILABLE } from "./page-query.ts";

/** The `/bff` paths of the queries in `site-data.ts`, which are also their cache keys. */
export const apiPaths = {
  newsFeed: ({ page, category, tag }: NewsFeedQuery) => {
    const narrowed = [
      ...(category === null ? [] : [`&category=${encodeURIComponent(category)}`]),
      ...(tag === null ? [] : [`&tag=${encodeURIComponent(tag)}`]),
    ];
    return `/bff/feed/news?page=${page}${narrowed.join("")}`;
  },
  eventsFeed: (query: { pastPage: number }) => `/bff/feed/events?past=${query.pastPage}`,
  newsItem: (slug: string) => `/bff/news/${encodeURIComponent(slug)}`,
  sources: "/bff/sources",
  event: (slug: string) => `/bff/events/${encodeURIComponent(slug)}`,
} as const;

type Ok<T> = Omit<Extract<Outcome<T>, { kind: "ok" }>, "kind">;

async function query<T>(path: string): Promise<Outcome<T>> {
  const { status, ok, body } = await fetchJson<Ok<T>>(path);
  if (status === 404) return { kind: "not-found" };
  if (!ok || body === null) return UNAVAILABLE;
  return { kind: "ok", data: body.data, meta: body.meta };
}

/** The site's data in the browser, fetched from `/bff`. */
export const browserSiteData: SiteData = {
  newsFeed: (feed) => query(apiPaths.newsFeed(feed)),
  eventsFeed: (feed) => query(apiPaths.eventsFeed(feed)),
  newsItem: (slug) => query(apiPaths.newsItem(slug)),
  event: (slug) => query(apiPaths.event(slug)),
  related: query,
  sources: () => query(apiPaths.sources),
};

/** What else there is to read on the subject of the page at this path. */
export function relatedQuery(path: string): PageQuery<SearchResults> {
  const key = `/bff/search?like=${encodeURIComponent(path)}`;
  return {
    key,
    tags: ["news", "events"],
    run: (siteData) => siteData.related(key, path),
    role: "part",
  };
}
