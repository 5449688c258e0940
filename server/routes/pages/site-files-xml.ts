import site from "../../../content/site.json" with { type: "json" };
import enWords from "../../../content/words/en/search-field.json" with { type: "json" };
import swWords from "../../../content/words/sw/search-field.json" with { type: "json" };
import type { StaticPath } from "../../../shared/contract/page-renderer.ts";
import { LANGUAGES, type Language, PREFIXES, withPrefix } from "../../../shared/languages.ts";
import { element, escapeXml, textElement, xmlDocument } from "../../syndication/xml.ts";

/** OpenSearch 1.1: the most characters of `ShortName`. */
const SHORT_NAME = 16;

const LABELS: Record<Language, string> = { en: enWords.label, sw: swWords.label };

/** How browsers search this site from their address bar (OpenSearch 1.1). */
export function openSearchXml(origin: string, language: Language): string {
  const { name, shortName } = site.identity;
  const url = (type: string, path: string) =>
    element("Url", { type, method: "get", template: `${origin}${path}?q={searchTerms}` });
  return xmlDocument("OpenSearchDescription", { xmlns: "http://a9.com/-/spec/opensearch/1.1/" }, [
    textElement("ShortName", shortName.slice(0, SHORT_NAME)),
    textElement("Description", `${LABELS[language]} ${name}`),
    textElement("Language", language),
    textElement("InputEncoding", "UTF-8"),
    textElement("Image", `${origin}/favicon.ico`, {
      width: "32",
      height: "32",
      type: "image/x-icon",
    }),
    url("text/html", `${PREFIXES[language]}/search`),
    url("application/json", "/bff/search"),
  ]);
}

/** The most URLs one file may hold (sitemaps.org protocol). */
const MAX_URLS = 50_000;

/** A page in each language, and for those who read neither. */
function alternates(urlIn: (language: Language) => string): string {
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
    const urlIn = (language: Language) => origin + withPrefix(PREFIXES[language], path);
    const links = alternates(urlIn);
    return LANGUAGES.map(
      (language) => `<url><loc>${escapeXml(urlIn(language))}</loc>${date}${links}</url>`,
    );
  });
  const namespaces = {
    xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9",
    "xmlns:xhtml": "http://www.w3.org/1999/xhtml",
  };
  return xmlDocument("urlset", namespaces, rows.slice(0, MAX_URLS));
}
