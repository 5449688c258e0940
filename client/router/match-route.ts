import { otherHref, pagePath } from "../format/hrefs.ts";
import type { PageProps, SiteRoute } from "../page.ts";
import { routes } from "../routes.tsx";

/** The route of all paths without a page, and the key of their one page. */
const NOT_FOUND = "*";

/** A route and its parameters. */
export interface SiteMatch extends PageProps {
  route: SiteRoute;
}

type RouteMatch = Pick<SiteMatch, "route" | "params">;

/**
 * The number of cached matches and opened pages, for one visit in the browser or all visitors on
 * the server.
 */
const MAX_CACHED = 200;
const matches = new Map<string, RouteMatch>();

/** A pattern such as "/blog/:slug", in any case and with slashes after it. */
const compile = (path: string) =>
  new RegExp(`^${path.replace(/\/$/, "").replace(/:(\w+)/g, "(?<$1>[^/]+)")}/*$`, "i");

const notFound = routes.find(({ path }) => path === NOT_FOUND) as SiteRoute;
/** No two patterns match the same path: the first is the only one. */
const patterns = routes
  .filter((route) => route !== notFound)
  .map((route) => ({ route, pattern: compile(route.path) }));

/** Caches a value; the oldest one is removed at the limit. */
export function cacheBounded<T>(known: Map<string, T>, key: string, value: T): T {
  if (known.size >= MAX_CACHED) known.delete(known.keys().next().value ?? "");
  known.set(key, value);
  return value;
}

/** A slash encoded as `%2F` stays encoded: it separates no segments. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split("/")
      .map((part) => decodeURIComponent(part).replaceAll("/", "%2F"))
      .join("/");
  } catch {
    return pathname;
  }
}

function matchRoute(pathname: string): RouteMatch {
  const path = decoded(pagePath(pathname));
  for (const { route, pattern } of patterns) {
    const match = pattern.exec(path);
    if (!match) continue;
    const params = Object.entries(match.groups ?? {}).map(([name, value]) => [
      name,
      value.replaceAll("%2F", "/"),
    ]);
    return { route, params: { ...route.params, ...Object.fromEntries(params) } };
  }
  return { route: notFound, params: {} };
}

/** The route of a URL; the catch-all matches everything. */
export function matchSite(pathname: string, search: string): SiteMatch {
  const known = matches.get(pathname) ?? cacheBounded(matches, pathname, matchRoute(pathname));
  return { ...known, search: new URLSearchParams(search) };
}

/** Whether a path is the one that the server rendered. The page for unknown paths names no path. */
export function isServedPath(pathname: string, served: string | undefined): boolean {
  if (served === undefined) return matchSite(pathname, "").route.path === NOT_FOUND;
  return new URL(served, window.location.href).pathname === pathname;
}

/** The path that the HTML names; null for the page of unknown paths. */
export const servedPath = ({ route }: SiteMatch, pathname: string) =>
  route.path === NOT_FOUND ? null : pathname;

/** A path with the parameters that its route knows, in the route's order. */
export function knownUrl({ route, search: parameters }: SiteMatch, pathname: string): string {
  const known = (route.search ?? []).flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return known.length > 0 ? `${pathname}?${known.join("&")}` : pathname;
}

/** The cache key of a matched URL, without ignored parameters; null for pages that are not cached. */
export function pageKey(match: SiteMatch, pathname: string): string | null {
  if (match.route.path === NOT_FOUND) return NOT_FOUND;
  return match.route.isLive ? null : knownUrl(match, pathname);
}

/** The URL of a page in the other language, the same for all who see the page; of an unknown one, that of Home. */
export function switchHref(match: SiteMatch, pathname: string): string {
  if (match.route.path === NOT_FOUND) return otherHref("/");
  // More slashes would be the beginning of a host.
  return otherHref(knownUrl(match, pagePath(pathname).replace(/^\/+/, "/")));
}
