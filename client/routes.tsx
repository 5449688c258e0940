import type { SiteRoute } from "./page.ts";
import {
  eventQuery,
  eventsFeedQuery,
  feedQueries,
  newsFeedQuery,
  newsItemQuery,
  sourcesQuery,
} from "./pages/site.queries.ts";

/** The route table: path, page, and the queries to start before rendering. */
export const routes: readonly SiteRoute[] = [
  {
    path: "/",
    file: "home/home.page.tsx",
    queries: () => [newsFeedQuery(1, "part"), eventsFeedQuery(null, "part")],
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
    queries: ({ params: { slug = "" } }) => [newsItemQuery(slug)],
  },
  {
    path: "/events/:slug",
    file: "events/event.page.tsx",
    queries: ({ params: { slug = "" } }) => [eventQuery(slug)],
  },
  { path: "/about-us", file: "about/about.page.tsx" },
  { path: "/our-work", file: "our-work/our-work.page.tsx" },
  { path: "/our-work/:slug", file: "our-work/programme.page.tsx" },
  { path: "/projects", file: "projects/projects.page.tsx", search: ["status", "category"] },
  {
    path: "/projects/current",
    file: "projects/project-list.page.tsx",
    params: { status: "current" },
  },
  { path: "/projects/past", file: "projects/project-list.page.tsx", params: { status: "past" } },
  { path: "/projects/:status/:slug", file: "projects/project.page.tsx" },
  {
    path: "/news-events/announcements",
    file: "announcements/announcements.page.tsx",
    search: ["page"],
  },
  { path: "/news-events/announcements/:slug", file: "announcements/announcement.page.tsx" },
  { path: "/news-events/gallery", file: "gallery/gallery.page.tsx", search: ["category", "photo"] },
  { path: "/blog", file: "blog/blog.page.tsx" },
  { path: "/blog/category/:categorySlug", file: "blog/blog.page.tsx" },
  { path: "/blog/tag/:tag", file: "blog/blog.page.tsx" },
  { path: "/blog/:slug", file: "blog/blog-post.page.tsx" },
  { path: "/our-impact", file: "our-impact/our-impact.page.tsx" },
  {
    path: "/get-involved",
    file: "get-involved/get-involved.page.tsx",
    search: ["form", "reference"],
  },
  { path: "/contact-us", file: "contact/contact.page.tsx", search: ["sent", "reference"] },
  {
    path: "/donate",
    file: "donate/donate.page.tsx",
    search: ["amount", "custom", "currency", "frequency", "sent"],
  },
  { path: "/testimonials", file: "testimonials/testimonials.page.tsx", search: ["category"] },
  { path: "/media-resources", file: "media-resources/media-resources.page.tsx", search: ["type"] },
  { path: "/media-policy", file: "plain/plain.page.tsx", params: { slug: "media-policy" } },
  { path: "/privacy", file: "plain/plain.page.tsx", params: { slug: "privacy" } },
  { path: "/accessibility", file: "plain/plain.page.tsx", params: { slug: "accessibility" } },
  { path: "/faq", file: "faq/faq.page.tsx" },
  { path: "/where-the-money-goes", file: "money/money.page.tsx" },
  { path: "/your-data", file: "your-data/your-data.page.tsx" },
  // Not in the browser's route table, so a link to one of these pages loads the document.
  ...(import.meta.env.SSR
    ? [
        {
          path: "/staff/sources",
          file: "staff/staff-sources.server-page.tsx",
          isLive: true,
          queries: () => [sourcesQuery],
        },
        {
          path: "/offline",
          file: "offline/offline.server-page.tsx",
          stylesOf: "your-data/your-data.page.tsx",
        },
        {
          path: "/donate/pledge",
          file: "donate/pledge.server-page.tsx",
          stylesOf: "donate/donate.page.tsx",
          isLive: true,
        },
        {
          path: "/donate/thanks/:reference",
          file: "donate/thanks.server-page.tsx",
          stylesOf: "donate/donate.page.tsx",
          isLive: true,
        },
        ...[
          "/staff",
          ...["messages", "gifts", "news", "events"].flatMap((part) => [
            `/staff/${part}`,
            `/staff/${part}/:id`,
          ]),
        ].map((path) => ({ path, file: "staff/desk.server-page.tsx", isLive: true })),
        { path: "/developers", file: "developers/developers.server-page.tsx" },
        {
          path: "/developers/changelog",
          file: "developers/changelog.server-page.tsx",
          stylesOf: "developers/problem.server-page.tsx",
        },
        { path: "/problems/:name", file: "developers/problem.server-page.tsx" },
        {
          path: "/search",
          file: "search/search.server-page.tsx",
          search: ["q", "kind"],
          isLive: true,
        },
      ]
    : []),
  { path: "*", file: "not-found/not-found.page.tsx" },
];
