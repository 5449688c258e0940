import type { SiteRoute } from "./page.ts";
import { eventQuery } from "./pages/events/event.queries.ts";
import {
  eventsFeedQuery,
  feedQueries,
  newsFeedQuery,
  newsItemQuery,
} from "./pages/news/news.queries.ts";

const slugOf = (params: Readonly<Record<string, string>>) => params.slug ?? "";

/** The map of the site: path, page, and the questions to ask before the page is drawn. */
export const routes: readonly SiteRoute[] = [
  {
    path: "/",
    file: "home/home.page.tsx",
    queries: () => [newsFeedQuery(1, "part"), eventsFeedQuery(1, "part")],
  },
  {
    path: "/news-events",
    file: "news/news-feed.page.tsx",
    queries: (props) => Object.values(feedQueries(props)).filter((query) => query !== null),
  },
  {
    path: "/news-events/news/:slug",
    file: "news/news-item.page.tsx",
    queries: ({ params }) => [newsItemQuery(slugOf(params))],
  },
  {
    path: "/events/:slug",
    file: "events/event.page.tsx",
    queries: ({ params }) => [eventQuery(slugOf(params))],
  },
  { path: "*", file: "not-found/not-found.page.tsx" },
];
