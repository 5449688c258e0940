import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import en from "../../content/words/en/search-field.json" with { type: "json" };
import sw from "../../content/words/sw/search-field.json" with { type: "json" };
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { StaticPath } from "../../shared/contract/page-renderer.ts";
import { LANGUAGES, type Language, PREFIXES, withPrefix } from "../../shared/languages.ts";
import { paths } from "../../shared/paths.ts";
import { DAY_MS, later } from "../../shared/time.ts";
import { recompress } from "../http/compress.ts";
import { cachePolicy } from "../http/headers.ts";
import { readContextOf } from "../http/request-log.ts";
import { inSlices } from "../source/in-slices.ts";
import { translationInto } from "../source/resources.ts";
import type { BffData } from "../source/site-data.ts";
import { textElement, xmlDocument, xmlElement } from "./feeds/feed-formats.ts";

/** Describes how browsers search this site from their address bar (OpenSearch 1.1). */
function openSearchXml({ config, content }: FastifyInstance, language: Language): string {
  const { PUBLIC_ORIGIN: origin } = config;
  const { name, shortName } = content.in(language).documents.site.identity;
  const icon = { width: "32", height: "32", type: "image/x-icon" };
  const url = (type: string, path: string) =>
    xmlElement("Url", { type, method: "get", template: `${origin}${path}?q={searchTerms}` });
  return xmlDocument("OpenSearchDescription", { xmlns: "http://a9.com/-/spec/opensearch/1.1/" }, [
    // OpenSearch allows at most 16 characters.
    textElement("ShortName", shortName.slice(0, 16)),
    textElement("Description", `${{ en, sw }[language].label} ${name}`),
    textElement("Language", language),
    textElement("Image", `${origin}/favicon.ico`, icon),
    url("text/html", `${PREFIXES[language]}/search`),
    url("application/json", "/bff/search"),
  ]);
}

/** A page with its path in the other language, where that is another one. */
type MappedPath = StaticPath & { kiswahili?: string };

/** Writes the site map: each English path once, with its page in every language, and the English page as `x-default`. */
async function siteMapXml(origin: string, entries: readonly MappedPath[]): Promise<string> {
  const byPath = new Map(entries.map((entry) => [entry.path, entry]));
  const rows: string[] = [];
  await inSlices([...byPath.values()], ({ path, kiswahili = path, lastModified }) => {
    const urls = LANGUAGES.map((language) => {
      const own = language === "sw" ? kiswahili : path;
      return origin + withPrefix(PREFIXES[language], own);
    });
    const links = [...LANGUAGES, "x-default"].map((hreflang, at) =>
      xmlElement("xhtml:link", { rel: "alternate", hreflang, href: urls[at] ?? origin + path }),
    );
    const same = textElement("lastmod", lastModified) + links.join("");
    for (const url of urls) rows.push(xmlElement("url", {}, textElement("loc", url) + same));
  });
  const namespaces = {
    xmlns: "http://www.sitemaps.org/schemas/sitemap/0.9",
    "xmlns:xhtml": "http://www.w3.org/1999/xhtml",
  };
  return xmlDocument("urlset", namespaces, rows);
}

/** Returns the pages of news or events; null while the source fails. Two items that translate each other are one page. */
async function itemPaths(data: BffData, tag: DataTag): Promise<MappedPath[] | null> {
  const pathOf = { news: paths.newsItem, events: paths.event }[tag];
  const outcome = await data.list(tag, {});
  if (outcome.kind !== "ok") return null;
  // The publication of a planned item counts as a change.
  const changedAt = (item: (typeof items)[number]) =>
    later(item.updatedAt, "publishedAt" in item ? item.publishedAt : null);
  const { items } = outcome.data;
  const bySlug = new Map(items.map((item) => [item.slug, item]));
  return items.flatMap((item) => {
    // The page of the twin has both addresses.
    if (bySlug.has(translationInto(item, "en")?.slug ?? "")) return [];
    const twin = bySlug.get(translationInto(item, "sw")?.slug ?? "");
    const at = later(changedAt(item), twin ? changedAt(twin) : null);
    return [
      {
        path: pathOf(item.slug),
        kiswahili: pathOf((twin ?? item).slug),
        lastModified: at?.slice(0, 10) ?? null,
      },
    ];
  });
}

export async function siteFileRoutes(app: FastifyInstance): Promise<void> {
  const { PUBLIC_ORIGIN: origin } = app.config;
  function addFile(path: string, type: string, textOf: () => string): void {
    app.get(path, async (_request, reply) => {
      reply.header("cache-control", cachePolicy.anHour).type(`${type}; charset=utf-8`);
      return textOf();
    });
  }
  const robots = `User-agent: *\nDisallow: /staff/\nDisallow: /sw/staff/\nDisallow: /bff/\n\nSitemap: ${origin}/sitemap.xml\n`;
  addFile("/robots.txt", "text/plain", () => robots);
  addFile("/.well-known/security.txt", "text/plain", () => {
    // RFC 9116, section 2.5.5: expires in 180 whole days, so that the bytes stay the same for a day.
    const expires = new Date((Math.floor(app.clock() / DAY_MS) + 180) * DAY_MS).toISOString();
    const canonical = `Canonical: ${origin}/.well-known/security.txt`;
    return `Contact: ${origin}/contact-us\nExpires: ${expires}\nPreferred-Languages: en, sw\n${canonical}\n`;
  });
  for (const language of LANGUAGES)
    addFile(`${PREFIXES[language]}/opensearch.xml`, "application/opensearchdescription+xml", () =>
      openSearchXml(app, language),
    );

  app.get("/sitemap.xml", async (request, reply) => {
    if (!(await app.admit(reply))) return reply;
    const data = app.siteData.dataFor(readContextOf(request, reply));
    const [news, events] = await Promise.all([itemPaths(data, "news"), itemPaths(data, "events")]);
    const entries = [
      ...app.client.renderer.staticPaths(app.content.in("en")),
      ...(news ?? []),
      ...(events ?? []),
    ];
    reply.header("cache-control", news && events ? cachePolicy.anHour : cachePolicy.error);
    return reply.type("application/xml; charset=utf-8").send(await siteMapXml(origin, entries));
  });
}

/** A replacement that deletes the worker's caches and unregisters the worker. Waiting forms stay, and pages send them. */
const REMOVAL = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) =>
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.map((name) => caches.delete(name))))
      .then(() => registration.unregister()),
  ),
);
`;

/** Serves the worker of `client/service-worker` under a name without a hash: browsers look for a newer one at each navigation. */
export async function serviceWorkerRoute(app: FastifyInstance) {
  // Development has no worker.
  const { assetsDir } = app.client;
  const bytes =
    app.config.SERVICE_WORKER === "on" && assetsDir !== null
      ? readFileSync(join(assetsDir, "service-worker.js"))
      : Buffer.from(REMOVAL);
  void recompress(bytes);
  app.get("/service-worker.js", (_request, reply) => {
    reply.headers({
      // The worker's own policy, not that of the pages: the worker fetches pages and sends forms.
      "content-security-policy": "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": cachePolicy.revalidated,
    });
    return reply.send(bytes);
  });
}
