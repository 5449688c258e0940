import * as announcements from "virtual:content/announcements";
import * as blog from "virtual:content/blog";
import * as programmes from "virtual:content/programmes";
import * as projects from "virtual:content/projects";
import { categories } from "../content/blog-categories.json";
import type { StaticAddress } from "../shared/contract/page-renderer.ts";
import { routes } from "./routes.tsx";

/** Routes that are nobody's business but the reader's own, or the staff's. */
const UNLISTED = ["/your-data", "/staff/events", "/staff/sources", "/styleguide"];

const known = (path: string, lastModified: string | null = null): StaticAddress => ({
  path,
  lastModified,
});

/** Every page that stands without the content source: routes without parameters, then entries of the content. */
export function staticAddresses(): StaticAddress[] {
  const plain = routes
    .map((route) => route.path)
    .filter((path) => !/[:*]/.test(path) && !UNLISTED.includes(path));
  return [
    ...plain.map((path) => known(path)),
    ...programmes.entries.map(({ slug }) => known(`/our-work/${slug}`)),
    ...projects.entries.map(({ slug, status }) => known(`/projects/${status}/${slug}`)),
    ...announcements.entries.map(({ slug, date }) =>
      known(`/news-events/announcements/${slug}`, date),
    ),
    ...categories.map(({ slug }) => known(`/blog/category/${slug}`)),
    ...blog.entries.map(({ slug, publish_date }) => known(`/blog/${slug}`, publish_date)),
  ];
}
