/** The only maker of page URLs. Slugs are encoded here and nowhere else. */
export const paths = {
  home: () => "/",
  newsFeed: (query: { type?: "all" | "news" | "events"; page?: number } = {}) => {
    const search = new URLSearchParams();
    if (query.type && query.type !== "all") search.set("type", query.type);
    if (query.page && query.page > 1) search.set("page", String(query.page));
    return search.size > 0 ? `/news-events?${search}` : "/news-events";
  },
  newsItem: (slug: string) => `/news-events/news/${encodeURIComponent(slug)}`,
  event: (slug: string) => `/events/${encodeURIComponent(slug)}`,
} as const;
