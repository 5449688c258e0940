import type { FastifyInstance } from "fastify";
import { paths } from "../../shared/paths.ts";
import { cachePolicy } from "../ssr/cache-policy.ts";
import type { PageDeps } from "../ssr/render-page.ts";
import { askerOf } from "./asker.ts";
import { siteMapXml } from "./site-map-xml.ts";

/** How long a contact stands in security.txt before it must be confirmed (RFC 9116, section 2.5.5). */
const SECURITY_TXT_DAYS = 180;
const DAY_MS = 86_400_000;

/** Files that readers for machines look for: robots.txt, sitemap.xml, security.txt. */
export async function siteFileRoutes(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const { publicOrigin, renderer, dataFor, now } = deps;

  app.get("/robots.txt", async (_request, reply) => {
    reply.header("cache-control", cachePolicy.siteFile).type("text/plain; charset=utf-8");
    return `User-agent: *\nDisallow: /staff/\nDisallow: /bff/\n\nSitemap: ${publicOrigin}/sitemap.xml\n`;
  });

  app.get("/.well-known/security.txt", async (_request, reply) => {
    // A whole day, so that the bytes stay the same for one.
    const today = Math.floor(now() / DAY_MS) * DAY_MS;
    const expires = new Date(today + SECURITY_TXT_DAYS * DAY_MS).toISOString();
    reply.header("cache-control", cachePolicy.siteFile).type("text/plain; charset=utf-8");
    return [
      `Contact: ${publicOrigin}/contact-us`,
      `Expires: ${expires}`,
      "Preferred-Languages: en, sw",
      `Canonical: ${publicOrigin}/.well-known/security.txt`,
      "",
    ].join("\n");
  });

  app.get("/sitemap.xml", async (request, reply) => {
    const data = dataFor(askerOf(request, reply));
    const [news, events] = await Promise.all([
      data.newsList({ limit: Number.MAX_SAFE_INTEGER, cursor: null, category: null, tag: null }),
      data.eventList({ when: "all", limit: Number.MAX_SAFE_INTEGER, cursor: null }),
    ]);
    const addresses = [...renderer.addresses()];
    if (news.kind === "ok" && news.data !== "bad-cursor") {
      for (const { slug, publishedAt } of news.data.items)
        addresses.push({
          path: paths.newsItem(slug),
          lastModified: publishedAt?.slice(0, 10) ?? null,
        });
    }
    if (events.kind === "ok" && events.data !== "bad-cursor") {
      for (const { slug, updatedAt } of events.data.items)
        addresses.push({ path: paths.event(slug), lastModified: updatedAt?.slice(0, 10) ?? null });
    }
    const isWhole = news.kind === "ok" && events.kind === "ok";
    reply.header("cache-control", isWhole ? cachePolicy.siteFile : cachePolicy.error);
    return reply.type("application/xml; charset=utf-8").send(siteMapXml(publicOrigin, addresses));
  });
}
