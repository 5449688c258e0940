import type { StaticPath } from "../../../shared/contract/page-renderer.ts";
import { LANGUAGES, PREFIXES, withPrefix } from "../../../shared/languages.ts";
import { escapeXml } from "../../syndication/xml.ts";

/** The most URLs one file may hold (sitemaps.org protocol). */
const MAX_URLS = 50_000;

/** A page in each language, and for those who read neither. */
function alternates(urlIn: (language: keyof typeof PREFIXES) => string): string {
  const link = (language: string, url: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escapeXml(url)}"/>`;
  const own = LANGUAGES.map((language) => link(language, urlIn(language)));
  return [...own, link("x-default", urlIn("en"))].join("");
}

/** The English paths as a site map of all languages, each once. */
export function siteMapXml(origin: string, entries: readonly StaticPath[]): string {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const rows = [...byPath.values()].flatMap(({ path, lastModified }) => {
    const date = lastModified === null ? "" : `<lastmod>${lastModified}</lastmod>`;
    const urlIn = (language: keyof typeof PREFIXES) =>
      origin + withPrefix(PREFIXES[language], path);
    const links = alternates(urlIn);
    return LANGUAGES.map(
      (language) => `<url><loc>${escapeXml(urlIn(language))}</loc>${date}${links}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...rows.slice(0, MAX_URLS),
    "</urlset>",
    "",
  ].join("\n");
}
