import * as announcements from "virtual:content/announcements";
import * as blog from "virtual:content/blog";
import * as programmes from "virtual:content/programmes";
import * as projects from "virtual:content/projects";
import { categories } from "../content/blog-categories.json";
import type { StaticPath } from "../shared/contract/page-renderer.ts";
import { routes } from "./routes.tsx";

/** Routes for one visitor alone, or for staff: not in the site map. */
const UNLISTED = [
  "/your-data",
  "/staff/events",
  "/staff/sources",
  "/donate/pledge",
  "/offline",
  "/search",
];

const staticPath = (path: string, lastModified: string | null = null): StaticPath => ({
  path,
  lastModified,
});

/**
 * Every page without data of the content source: routes without parameters, then entries of the
 * content.
 */
export function staticPaths(): StaticPath[] {
  const plain = routes
    .map((route) => route.path)
    .filter((path) => !/[:*]/.test(path) && !UNLISTED.includes(path));
  return [
    ...plain.map((path) => staticPath(path)),
    ...programmes.entries.map(({ slug }) => staticPath(`/our-work/${slug}`)),
    ...projects.entries.map(({ slug, status }) => staticPath(`/projects/${status}/${slug}`)),
    ...announcements.entries.map(({ slug, date }) =>
      staticPath(`/news-events/announcements/${slug}`, date),
    ),
    ...categories.map(({ slug }) => staticPath(`/blog/category/${slug}`)),
    ...blog.entries.map(({ slug, publish_date }) => staticPath(`/blog/${slug}`, publish_date)),
  ];
}
