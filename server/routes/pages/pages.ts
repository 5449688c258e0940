import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DATA_SAVER } from "../../../shared/contract/data-saver.ts";
import type { PageMatch } from "../../../shared/contract/page-renderer.ts";
import { languageOf, PREFIXES } from "../../../shared/languages.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { sendCached } from "../../http/cache/response-cache.ts";
import { savesData } from "../../http/data-saver.ts";
import { isBffUrl } from "../../http/security/cross-origin.ts";
import { requestStatsOf } from "../../observability/request-stats.ts";
import { type PageDeps, renderPage, revalidatePage } from "../../ssr/render-page.ts";
import { dataSaverRoutes } from "./data-saver.ts";
import { searchPageRoutes } from "./search-page.ts";

/** The URL without its trailing slash; null when it has none, or could lead to another site. */
function withoutSlash(url: string): string | null {
  const [path = "", search] = url.split("?", 2);
  // Browsers take a backslash for a slash, and two slashes for the beginning of a host.
  if (path.length < 2 || !path.endsWith("/") || /[/\\]{2}/.test(path)) return null;
  const target = path.slice(0, -1);
  return search === undefined ? target : `${target}?${search}`;
}

/**
 * A page that has a route of the server is found there in its own spelling alone, by the client's table in capitals
 * too. The URL in the spelling of its route; null for other pages.
 */
function inOwnSpelling(app: FastifyInstance, url: string, route: string): string | null {
  const [path = "", search] = url.split("?", 2);
  const prefix = PREFIXES[languageOf(path)];
  if (route === "/*" || !app.hasRoute({ method: "GET", url: prefix + route })) return null;
  const typed = path.slice(prefix.length).split("/");
  const spelt = route.split("/").map((part, at) => (part.startsWith(":") ? typed[at] : part));
  const target = prefix + spelt.join("/");
  if (target === path) return null;
  return search === undefined ? target : `${target}?${search}`;
}

/** The page of a URL. Its two modes have two entries in the cache: no path holds a space. */
function matchOf(
  url: string,
  match: PageDeps["renderer"]["match"],
  headers: IncomingHttpHeaders,
): PageMatch {
  const [pathname = "/", query] = url.split("?", 2);
  const { route, key } = match(pathname, query === undefined ? "" : `?${query}`);
  // A slash at the end redirects to the URL without it: nothing is cached under this one.
  const hasSlash = pathname !== "/" && pathname.endsWith("/");
  if (key === null || hasSlash) return { route, key: null };
  return { route, key: savesData(headers) ? `${key} ${DATA_SAVER.cookie}` : key };
}

/** GET and HEAD of every page; the route table of the client decides which page it is. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const deps = app.pages;
  const { pageCache, now, renderer } = deps;
  await app.register(searchPageRoutes, deps);
  await app.register(dataSaverRoutes, deps);

  async function serve(request: FastifyRequest, reply: FastifyReply, { key, route }: PageMatch) {
    const target = withoutSlash(request.url) ?? inOwnSpelling(app, request.url, route);
    if (target !== null)
      return reply.header("cache-control", cachePolicy.redirect).redirect(target, 308);
    const old = key === null ? undefined : pageCache?.get(key);
    if (!pageCache || key === null || !old)
      return (await app.admit(reply)) ? renderPage(request, reply, { key, deps }) : reply;
    const next = app.isOverloaded()
      ? old
      : await pageCache.revalidate(key, old, () => revalidatePage(request, reply, deps));
    if (!next) return renderPage(request, reply, { key, deps });
    const isLate = next === old && old.freshUntilMs <= now();
    return sendCached(reply, next, isLate ? "stale" : "refreshed");
  }

  app.get("/*", (request, reply) => {
    const { url, headers } = request;
    if (isBffUrl(url)) return reply.callNotFound();
    const match = matchOf(url, renderer.match, headers);
    requestStatsOf(request).route = match.route;
    const page = match.key === null ? undefined : pageCache?.get(match.key);
    if (page && page.freshUntilMs > now()) return sendCached(reply, page, "hit");
    return serve(request, reply, match);
  });
}
