import type { StaticAddress } from "../../shared/contract/page-renderer.ts";
import { escapeXml } from "../syndication/xml.ts";

/** The most addresses one file may hold (sitemaps.org protocol). */
const MOST_ADDRESSES = 50_000;

/** The addresses as a site map, each once. */
export function siteMapXml(origin: string, addresses: readonly StaticAddress[]): string {
  const byPath = new Map(addresses.map((address) => [address.path, address]));
  const rows = [...byPath.values()].slice(0, MOST_ADDRESSES).map(({ path, lastModified }) => {
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
