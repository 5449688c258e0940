import type { StaticPath } from "../../../shared/contract/page-renderer.ts";
import { escapeXml } from "../../syndication/xml.ts";

/** The most URLs one file may hold (sitemaps.org protocol). */
const MAX_URLS = 50_000;

/** The paths as a site map, each once. */
export function siteMapXml(origin: string, entries: readonly StaticPath[]): string {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const rows = [...byPath.values()].slice(0, MAX_URLS).map(({ path, lastModified }) => {
    const date = lastModified === null ? "" : `<lastmod>${lastModified}</lastmod>`;
    return `<url><loc>${escapeXml(origin + path)}</loc>${date}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...rows,
    "</urlset>",
    "",
  ].join("\n");
}
