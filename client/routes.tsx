import type { SiteRoute } from "./page.ts";
import {
  eventQuery,
  eventsFeedQuery,
  feedQueries,
  newsFeedQuery,
  newsItemQuery,
  sourcesQuery,
} from "./pages/site.queries.ts";

/** The paths of the desk of the office. */
const DESK_PATHS = [
  "/staff",
  "/staff/messages",
  "/staff/messages/:id",
  "/staff/replies",
  "/staff/replies/:id",
  "/staff/gifts",
  "/staff/gifts/:id",
  "/staff/news",
  "/staff/news/:id",
  "/staff/people",
  "/staff/events",
  "/staff/events/:id",
  "/staff/versions/:id",
  "/staff/bin",
  "/staff/website",
  "/staff/website/:id",
];

/** The pages that only the server renders. They are not in the browser's route table, so a link to such a page loads the document. */
const serverRoutes: readonly SiteRoute[] = import.meta.env.SSR
  ? [
      {
        path: "/offline",
        file: "offline/offline.server-page.tsx",
      },
      {
        path: "/donate/pledge",
        file: "donate/pledge.server-page.tsx",
        content: "pledge",
        isLive: true,
      },
      {
        path: "/donate/thanks/:reference",
        file: "donate/thanks.server-page.tsx",
        content: "thanks",
        isLive: true,
      },
      ...DESK_PATHS.map(
        (path): SiteRoute => ({
          path,
          file: "staff/desk.server-page.tsx",
          content: "desk",
          isLive: true,
          hasOwnFrame: true,
        }),
      ),
      {
        path: "/staff/sources",
        file: "staff/staff-sources.server-page.tsx",
        isLive: true,
        hasOwnFrame: true,
        queries: () => [sourcesQuery],
      },
      { path: "/developers", file: "developers/developers.server-page.tsx" },
      {
        path: "/developers/changelog",
        file: "developers/changelog.server-page.tsx",
      },
      {
        path: "/developers/try",
        file: "developers/try.server-page.tsx",
        isLive: true,
      },
      { path: "/problems/:name", file: "developers/problem.server-page.tsx" },
      {
        path: "/search",
        file: "search/search.server-page.tsx",
        search: ["q", "kind"],
        isLive: true,
      },
    ]
  : [];

/** The route table: path, page, and the queries to start before rendering. */
export const routes: readonly SiteRoute[] = [
  {
    path: "/",
    file: "home/home.page.tsx",
    content: "home",
    queries: () => [newsFeedQuery(1, "section"), eventsFeedQuery(null, "section")],
  },
  {
    path: "/news-events",
    file: "news/news-feed.page.tsx",
    search: ["type", "category", "tag", "page", "past"],
    queries: (props) => Object.values(feedQueries(props)).filter((query) => query !== null),
  },
  {
    path: "/news-events/news/:slug",
    file: "news/news-item.page.tsx",
    content: "newsItem",
    queries: ({ params: { slug = "" } }) => [newsItemQuery(slug)],
  },
  {
    path: "/events/:slug",
    file: "events/event.page.tsx",
    content: "event",
    queries: ({ params: { slug = "" } }) => [eventQuery(slug)],
  },
  { path: "/about-us", file: "about/about.page.tsx", content: "about" },
  { path: "/our-work", file: "our-work/our-work.page.tsx", content: "ourWork" },
  { path: "/our-work/:slug", file: "our-work/programme.page.tsx", content: "programme" },
  {
    path: "/projects",
    file: "projects/projects.page.tsx",
    content: "projects",
    search: ["status", "category"],
  },
  {
    path: "/projects/current",
    file: "projects/project-list.page.tsx",
    content: "projectList",
    params: { status: "current" },
  },
  {
    path: "/projects/past",
    file: "projects/project-list.page.tsx",
    content: "projectList",
    params: { status: "past" },
  },
  {
    path: "/projects/:status/:slug",
    file: "projects/project.page.tsx",
    content: "project",
  },
  {
    path: "/news-events/announcements",
    file: "announcements/announcements.page.tsx",
    content: "announcements",
    search: ["page"],
  },
  {
    path: "/news-events/announcements/:slug",
    file: "announcements/announcement.page.tsx",
    content: "announcement",
  },
  {
    path: "/news-events/gallery",
    file: "gallery/gallery.page.tsx",
    content: "gallery",
    search: ["category", "photo"],
  },
  { path: "/blog", file: "blog/blog.page.tsx", content: "blog" },
  { path: "/blog/category/:categorySlug", file: "blog/blog.page.tsx", content: "blog" },
  { path: "/blog/tag/:tag", file: "blog/blog.page.tsx", content: "blog" },
  { path: "/blog/:slug", file: "blog/blog-post.page.tsx", content: "blogPost" },
  { path: "/our-impact", file: "our-impact/our-impact.page.tsx", content: "ourImpact" },
  {
    path: "/get-involved",
    file: "get-involved/get-involved.page.tsx",
    content: "getInvolved",
    search: ["form", "reference"],
  },
  {
    path: "/contact-us",
    file: "contact/contact.page.tsx",
    content: "contact",
    search: ["sent", "reference"],
  },
  {
    path: "/donate",
    file: "donate/donate.page.tsx",
    content: "donate",
    search: ["amount", "custom", "currency", "frequency", "purpose"],
  },
  {
    path: "/testimonials",
    file: "testimonials/testimonials.page.tsx",
    content: "testimonials",
    search: ["category"],
  },
  {
    path: "/media-resources",
    file: "media-resources/media-resources.page.tsx",
    content: "mediaResources",
    search: ["type"],
  },
  {
    path: "/media-policy",
    file: "plain/plain.page.tsx",
    content: "plain",
    params: { slug: "media-policy" },
  },
  {
    path: "/privacy",
    file: "plain/plain.page.tsx",
    content: "plain",
    params: { slug: "privacy" },
  },
  {
    path: "/accessibility",
    file: "plain/plain.page.tsx",
    content: "plain",
    params: { slug: "accessibility" },
  },
  { path: "/faq", file: "faq/faq.page.tsx", content: "faq" },
  { path: "/where-the-money-goes", file: "money/money.page.tsx", content: "money" },
  { path: "/your-data", file: "your-data/your-data.page.tsx" },
  ...serverRoutes,
  { path: "*", file: "not-found/not-found.page.tsx" },
];
