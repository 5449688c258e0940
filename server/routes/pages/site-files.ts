import type { FastifyInstance } from "fastify";
import type { StaticPath } from "../../../shared/contract/page-renderer.ts";
import { LANGUAGES, PREFIXES } from "../../../shared/languages.ts";
import { paths } from "../../../shared/paths.ts";
import { DAY_MS } from "../../../shared/time.ts";
import type { BffData } from "../../bff/site-data.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { openSearchXml, siteMapXml } from "./site-files-xml.ts";

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
