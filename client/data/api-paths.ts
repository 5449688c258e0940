import type { NewsFeedQuery } from "../../shared/contract/site-data.ts";

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
