/** Addresses of the questions in `site-data.ts`; also the key each answer is kept under. */
export const apiPaths = {
  newsFeed: (query: { page: number }) => `/bff/feed/news?page=${query.page}`,
  eventsFeed: (query: { pastPage: number }) => `/bff/feed/events?past=${query.pastPage}`,
  newsItem: (slug: string) => `/bff/news/${encodeURIComponent(slug)}`,
  event: (slug: string) => `/bff/events/${encodeURIComponent(slug)}`,
} as const;
