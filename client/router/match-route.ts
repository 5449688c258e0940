import { matchPath } from "react-router";
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

const firstSegment = (path: string) => path.split("/", 2)[1]?.toLowerCase();

/** The routes with a path's first segment, and the catch-all. */
const routesBySegment = new Map<string | undefined, readonly SiteRoute[]>();
function routesFor(path: string): readonly SiteRoute[] {
  if (!import.meta.env.SSR) return routes;
  const segment = firstSegment(path);
  const known = routesBySegment.get(segment);
  if (known) return known;
  const found = routes.filter(
    (route) => route.path === NOT_FOUND || firstSegment(route.path) === segment,
  );
  // Only segments of the route table are cached: paths name any.
  if (found.length > 1) routesBySegment.set(segment, found);
  return found;
}

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

/**
 * No two patterns match the same path but the catch-all, so the first match is the only one.
 * Patterns are compiled each time: few per path, and the server sees ever new paths.
 */
function matchRoute(pathname: string): RouteMatch {
  const path = decoded(pagePath(pathname));
  for (const route of routesFor(path)) {
    // The pattern would not match a line break.
    if (route.path === NOT_FOUND) return { route, params: {} };
    const match = matchPath(route.path, path);
    // No pattern has an optional parameter.
    if (match)
      return { route, params: { ...route.params, ...match.params } as PageProps["params"] };
  }
  throw new Error("no catch-all route");
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
