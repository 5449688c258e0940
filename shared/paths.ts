/** `URLSearchParams.size` is missing before Chrome 113, Firefox 112 and Safari 17. */
function withSearch(path: string, search: URLSearchParams): string {
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Adds query parameters; null is the default, which is omitted. */
function withQuery(path: string, query: Readonly<Record<string, string | null | undefined>>) {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return withSearch(path, search);
}

interface NewsFeedSearch {
  type?: "all" | "news" | "events";
  /** News of one category or tag. */
  category?: string | null;
  tag?: string | null;
  page?: number;
  /** The list of past events, at this page. */
  past?: number | null;
}

/** Makes the URLs of pages that have parameters. Slugs are encoded here and nowhere else. */
export const paths = {
  home: () => "/",
  newsFeed: (query: NewsFeedSearch = {}) => {
    const search = new URLSearchParams();
    if (query.type && query.type !== "all") search.set("type", query.type);
    if (query.category) search.set("category", query.category);
    if (query.tag) search.set("tag", query.tag);
    if (query.page && query.page > 1) search.set("page", String(query.page));
    if (query.past) search.set("past", String(query.past));
    return withSearch("/news-events", search);
  },
  newsItem: (slug: string) => `/news-events/news/${encodeURIComponent(slug)}`,
  event: (slug: string) => `/events/${encodeURIComponent(slug)}`,
  projects: (query: { status?: "current" | "past" | null; category?: string | null } = {}) =>
    withQuery("/projects", { status: query.status, category: query.category }),
  projectList: (status: "current" | "past") => `/projects/${status}`,
  project: ({ status, slug }: { status: "current" | "past"; slug: string }) =>
    `/projects/${status}/${encodeURIComponent(slug)}`,
  blog: () => "/blog",
  blogCategory: (slug: string) => `/blog/category/${encodeURIComponent(slug)}`,
  blogTag: (slug: string) => `/blog/tag/${encodeURIComponent(slug)}`,
  blogPost: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  announcements: (page = 1) =>
    withQuery("/news-events/announcements", { page: page > 1 ? String(page) : null }),
  announcement: (slug: string) => `/news-events/announcements/${encodeURIComponent(slug)}`,
  gallery: (query: { category?: string | null; photo?: string | null } = {}) =>
    withQuery("/news-events/gallery", { category: query.category, photo: query.photo }),
  programme: (slug: string) => `/our-work/${encodeURIComponent(slug)}`,
  /** The event as a calendar file. */
  eventCalendar: (slug: string) => `/events/${encodeURIComponent(slug)}.ics`,
} as const;
