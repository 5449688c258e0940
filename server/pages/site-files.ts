import type { FastifyInstance } from "fastify";
import site from "../../content/site.json" with { type: "json" };
import enWords from "../../content/words/en/search-field.json" with { type: "json" };
import swWords from "../../content/words/sw/search-field.json" with { type: "json" };
import type { StaticPath } from "../../shared/contract/page-renderer.ts";
import { LANGUAGES, type Language, PREFIXES, withPrefix } from "../../shared/languages.ts";
import { paths } from "../../shared/paths.ts";
import { DAY_MS } from "../../shared/time.ts";
import { cachePolicy } from "../http/cache-control.ts";
import { requestContextOf } from "../http/request-context.ts";
import type { BffData } from "../source/site-data.ts";
import { element, escapeXml, textElement, xmlDocument } from "./feeds/xml.ts";

/** How long the contact in security.txt is valid before it must be confirmed (RFC 9116, section 2.5.5). */
const SECURITY_TXT_DAYS = 180;

function robotsTxt(origin: string): string {
  return `User-agent: *\nDisallow: /staff/\nDisallow: /sw/staff/\nDisallow: /bff/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

function securityTxt(origin: string, nowMs: number): string {
  // A whole day, so that the bytes stay the same for a day.
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return [
    `Contact: ${origin}/contact-us`,
    `Expires: ${new Date(todayMs + SECURITY_TXT_DAYS * DAY_MS).toISOString()}`,
    "Preferred-Languages: en, sw",
    `Canonical: ${origin}/.well-known/security.txt`,
    "",
  ].join("\n");
}

/** OpenSearch 1.1: the most characters of `ShortName`. */
const SHORT_NAME = 16;

const LABELS: Record<Language, string> = { en: enWords.label, sw: swWords.label };

/** How browsers search this site from their address bar (OpenSearch 1.1). */
function openSearchXml(origin: string, language: Language): string {
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
function siteMapXml(origin: string, entries: readonly StaticPath[]): string {
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

/** The pages of news and events; `isComplete` is false while the source fails. */
async function itemPaths(data: BffData): Promise<{ items: StaticPath[]; isComplete: boolean }> {
  const [news, events] = await Promise.all([data.list("news", {}), data.list("events", {})]);
  const page = (path: string, at: string | null) => ({
    path,
    lastModified: at?.slice(0, 10) ?? null,
  });
  const items: StaticPath[] = [];
  if (news.kind === "ok")
    for (const { slug, publishedAt } of news.data.items)
      items.push(page(paths.newsItem(slug), publishedAt));
  if (events.kind === "ok")
    for (const { slug, updatedAt } of events.data.items)
      items.push(page(paths.event(slug), updatedAt));
  return { items, isComplete: news.kind === "ok" && events.kind === "ok" };
}

/** Files for crawlers and tools: robots.txt, sitemap.xml, security.txt. */
export async function siteFileRoutes(app: FastifyInstance): Promise<void> {
  const publicOrigin = app.config.PUBLIC_ORIGIN;

  app.get("/robots.txt", async (_request, reply) => {
    reply.header("cache-control", cachePolicy.siteFile).type("text/plain; charset=utf-8");
    return robotsTxt(publicOrigin);
  });

  app.get("/.well-known/security.txt", async (_request, reply) => {
    reply.header("cache-control", cachePolicy.siteFile).type("text/plain; charset=utf-8");
    return securityTxt(publicOrigin, app.clock());
  });

  for (const language of LANGUAGES)
    app.get(`${PREFIXES[language]}/opensearch.xml`, async (_request, reply) => {
      reply.header("cache-control", cachePolicy.siteFile);
      reply.type("application/opensearchdescription+xml; charset=utf-8");
      return openSearchXml(publicOrigin, language);
    });

  app.get("/sitemap.xml", async (request, reply) => {
    if (!(await app.admit(reply))) return reply;
    const { items, isComplete } = await itemPaths(
      app.siteData.dataFor(requestContextOf(request, reply)),
    );
    reply.header("cache-control", isComplete ? cachePolicy.siteFile : cachePolicy.error);
    reply.type("application/xml; charset=utf-8");
    return reply.send(siteMapXml(publicOrigin, [...app.client.renderer.staticPaths(), ...items]));
  });
}
