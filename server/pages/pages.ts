import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { languageOf, PREFIXES, withPrefix } from "../../shared/languages.ts";
import {
  LONGEST_QUERY,
  SEARCH_PAGE_SIZE,
  type SearchQuery,
  type SearchView,
} from "../../shared/model/search.ts";
import { SEARCH_KINDS } from "../../shared/model/search-kinds.ts";
import { cachePolicy, isBffUrl } from "../http/headers.ts";
import { readContextOf } from "../http/request-log.ts";
import { sendCached } from "../http/response-cache.ts";
import { savesData } from "./data-saver.ts";

/** Returns the URL to which an editor has moved a page; null for all other pages. */
function movedTo({ content }: FastifyInstance, url: string): string | null {
  const path = pathOf(url);
  const prefix = PREFIXES[languageOf(path)];
  const { redirects } = content.in("en").documents.redirects;
  const found = redirects.find(({ from }) => prefix + from === path);
  return found === undefined ? null : withPrefix(prefix, found.to);
}

const pathOf = (url: string) => url.split("?", 1)[0] ?? "";

/**
 * Returns the URL to redirect to: without a slash at its end, or in the spelling of a route of the server itself, which matches no
 * other spelling. Null when the URL needs no redirect.
 */
function ownSpelling(app: FastifyInstance, url: string, route: string): string | null {
  const path = pathOf(url);
  const query = url.slice(path.length);
  // Browsers read a backslash as a slash and two slashes as the beginning of a host: the redirect could lead to another site.
  if (path.length > 1 && path.endsWith("/") && !/[/\\]{2}/.test(path))
    return path.slice(0, -1) + query;
  const prefix = PREFIXES[languageOf(path)];
  if (route === "/*" || !app.hasRoute({ method: "GET", url: prefix + route })) return null;
  const typed = path.slice(prefix.length).split("/");
  const spelt = route.split("/").map((part, at) => (part.startsWith(":") ? typed[at] : part));
  const target = prefix + spelt.join("/");
  return target === path ? null : target + query;
}

/** Returns the cache key of a page: one with data saver, one without. The space makes them distinct, since no path holds one. */
const responseKey = (page: string, headers: IncomingHttpHeaders) =>
  savesData(headers) ? `${page} ${DATA_SAVER.cookie}` : page;

/** Adds GET and HEAD of every page, by the route table of the client, and the permanent redirects of editors. */
export async function pageRoutes(app: FastifyInstance): Promise<void> {
  const { pages, clock, siteData } = app;
  const { renderer } = app.client;
  async function serve(request: FastifyRequest, reply: FastifyReply, key: string | null) {
    const target = ownSpelling(app, request.url, request.stats.route ?? "");
    if (target !== null)
      return reply.header("cache-control", cachePolicy.anHour).redirect(target, 308);
    const old = key === null ? undefined : pages.pageCache.get(key);
    if (key === null || !old) return (await app.admit(reply)) ? pages.render(reply, key) : reply;
    const next = app.isOverloaded() ? old : await pages.revalidate(reply, key, old);
    if (!next) return pages.render(reply, key);
    const isLate = next === old && old.freshUntilMs <= clock();
    return sendCached(reply, next, isLate ? "stale" : "refreshed");
  }

  app.get("/*", (request, reply) => {
    const { url, headers } = request;
    const redirect = siteData.redirects.find(pathOf(url));
    if (redirect !== undefined) {
      const isForGood = redirect.status === 308;
      reply.header("cache-control", isForGood ? cachePolicy.anHour : cachePolicy.error);
      return reply.redirect(redirect.to, redirect.status);
    }
    // The fast path of most requests: a plain path that is a key itself needs no route matching.
    const same = /[?]|.\/$/.test(url) ? undefined : pages.pageCache.get(responseKey(url, headers));
    if (same && same.freshUntilMs > clock()) return sendCached(reply, same, "hit");
    const moved = movedTo(app, url);
    if (moved !== null)
      return reply.header("cache-control", cachePolicy.anHour).redirect(moved, 308);
    const path = pathOf(url);
    const { route, key: whole } = renderer.match(path, url.slice(path.length));
    if (route === "*" && isBffUrl(url)) return reply.callNotFound();
    request.stats.route = route;
    // A URL with a slash at its end is redirected, so nothing is cached under such a URL.
    const isCached = whole !== null && (path === "/" || !path.endsWith("/"));
    const key = isCached ? responseKey(whole, headers) : null;
    const page = key === null ? undefined : pages.pageCache.get(key);
    if (page && page.freshUntilMs > clock()) return sendCached(reply, page, "hit");
    return serve(request, reply, key);
  });
}

/** Reads the search from a URL. An unknown kind or page is ignored, because links on other sites may be old. */
function queryOf(url: string): SearchQuery {
  const search = new URLSearchParams(url.split("?", 2)[1] ?? "");
  const page = search.get("page") ?? "";
  return {
    q: search.get("q") ?? "",
    kind: SEARCH_KINDS.find((kind) => kind === search.get("kind")) ?? null,
    limit: SEARCH_PAGE_SIZE,
    page: /^[1-9]\d{0,3}$/.test(page) ? Number(page) : 1,
    lang: languageOf(url),
  };
}

/** Adds `/search`, which is rendered for one visitor and never cached. No log holds the query. */
export async function searchPageRoutes(app: FastifyInstance): Promise<void> {
  for (const prefix of Object.values(PREFIXES))
    app.get(`${prefix}/search`, async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const query = queryOf(request.url);
      let data: SearchView = { query, results: null, status: 400 };
      if (query.q.length <= LONGEST_QUERY) {
        const outcome = await app.siteData.dataFor(readContextOf(request, reply)).search(query);
        const results = outcome.kind === "ok" ? outcome.data : null;
        data = { query, results, status: results ? 200 : 503 };
      }
      return app.pages.renderOwn(reply, { data });
    });
}
