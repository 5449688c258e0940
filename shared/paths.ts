export type Query = Readonly<Record<string, string | number | null | undefined>>;

/** Adds query parameters; null is the default, which is omitted. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, String(value));
  // `URLSearchParams.size` is missing before Chrome 113, Firefox 112 and Safari 17.
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Returns the number of a page, or null for the first page, which has none in its URL. */
const numbered = (page = 1) => (page > 1 ? page : null);

interface NewsFeedSearch {
  type?: "all" | "news" | "events";
  /** The category or tag of the news. */
  category?: string | null;
  tag?: string | null;
  page?: number;
  /** The list of past events, at this page. */
  past?: number | null;
}

/** The functions that make the URLs of pages. Slugs are encoded here and nowhere else. */
export const paths = {
  home: () => "/",
  newsFeed: ({ type = "all", category, tag, page, past }: NewsFeedSearch = {}) =>
    withQuery("/news-events", {
      type: type === "all" ? null : type,
      category,
      tag,
      page: numbered(page),
      past,
    }),
  newsItem: (slug: string) => `/news-events/news/${encodeURIComponent(slug)}`,
  event: (slug: string) => `/events/${encodeURIComponent(slug)}`,
  projects: (query: { status?: "current" | "past" | null; category?: string | null } = {}) =>
    withQuery("/projects", query),
  projectList: (status: "current" | "past") => `/projects/${status}`,
  project: ({ status, slug }: { status: "current" | "past"; slug: string }) =>
    `/projects/${status}/${encodeURIComponent(slug)}`,
  blog: () => "/blog",
  blogCategory: (slug: string) => `/blog/category/${encodeURIComponent(slug)}`,
  blogTag: (slug: string) => `/blog/tag/${encodeURIComponent(slug)}`,
  blogPost: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  announcements: (page?: number) =>
    withQuery("/news-events/announcements", { page: numbered(page) }),
  announcement: (slug: string) => `/news-events/announcements/${encodeURIComponent(slug)}`,
  gallery: (query: { category?: string | null; photo?: string | null } = {}) =>
    withQuery("/news-events/gallery", query),
  programme: (slug: string) => `/our-work/${encodeURIComponent(slug)}`,
  eventCalendar: (slug: string) => `/events/${encodeURIComponent(slug)}.ics`,
} as const;

const maxSlugLength = 200;

/** The rule of `isSlug` as text for an error message. */
export const SLUG_RULE = "1 to 200 characters, without / \\ ? # % and control characters";

/** Returns true for a path segment: no lone surrogate (`encodeURIComponent` throws), no white space at an end, no dots alone. */
export function isSlug(text: string): boolean {
  if (text.length === 0 || text.length > maxSlugLength) return false;
  if (text === "." || text === ".." || text !== text.trim()) return false;
  return !/[/\\?#%\p{Cc}\p{Cs}]/u.test(text);
}
