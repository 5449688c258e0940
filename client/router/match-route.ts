import { matchPath } from "react-router";
import { otherHref, pagePath } from "../format/hrefs.ts";
import type { HeadContext, PageUrl, SiteRoute } from "../page.ts";
import { routes } from "../routes.tsx";

/** The route of all paths without a page, and the cache key that they share. */
const NOT_FOUND = "*";

export type SiteMatch = PageUrl & { route: SiteRoute };

type RouteMatch = Pick<SiteMatch, "route" | "params">;

/** The limit of cached matches and of opened pages, for one visit in the browser or for all visitors on the server. */
const MAX_CACHED = 200;
const matches = new Map<string, RouteMatch>();

const notFound = routes.find(({ path }) => path === NOT_FOUND) as SiteRoute;

function cacheBounded<T>(known: Map<string, T>, key: string, value: T): T {
  if (known.size >= MAX_CACHED) known.delete(known.keys().next().value ?? "");
  known.set(key, value);
  return value;
}

/** Decodes a path. A slash encoded as `%2F` stays encoded, because it separates no segments. */
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
 * Finds the route of a path. Apart from the catch-all, no two patterns match the same path; the catch-all's own pattern matches no line
 * break.
 */
function matchRoute(pathname: string): RouteMatch {
  const path = decoded(pagePath(pathname));
  for (const route of routes) {
    const match = route === notFound ? null : matchPath(route.path, path);
    if (match) return { route, params: { ...route.params, ...match.params } as PageUrl["params"] };
  }
  return { route: notFound, params: {} };
}

export function matchSite(pathname: string, search: string): SiteMatch {
  const known = matches.get(pathname) ?? cacheBounded(matches, pathname, matchRoute(pathname));
  return { ...known, search: new URLSearchParams(search) };
}

/** Returns the path as the route spells it, with the parameters of the match. */
export const routePath = ({ route, params }: RouteMatch) =>
  route.path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));

export function headContext(
  match: SiteMatch,
  pathname: string,
  rest: Omit<HeadContext, "path" | keyof PageUrl>,
): HeadContext {
  const { route, params, search } = match;
  return {
    ...rest,
    params,
    search,
    path: route === notFound ? pagePath(pathname) : routePath(match),
  };
}

/** Returns true when a path is the one that the server rendered. The page for unknown paths names no path. */
export function isServedPath(pathname: string, served: string | undefined): boolean {
  if (served === undefined) return matchSite(pathname, "").route.path === NOT_FOUND;
  return new URL(served, window.location.href).pathname === pathname;
}

/** Returns the path that the HTML names; null for the page of unknown paths. */
export const servedPath = ({ route }: SiteMatch, pathname: string) =>
  route.path === NOT_FOUND ? null : pathname;

/** Returns a path with the parameters that its route knows, in the route's order. */
export function knownUrl({ route, search: parameters }: SiteMatch, pathname: string): string {
  const known = (route.search ?? []).flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return known.length > 0 ? `${pathname}?${known.join("&")}` : pathname;
}

/** Returns the cache key of a matched URL, without ignored parameters; null for pages that are not cached. */
export function pageKey(match: SiteMatch, pathname: string): string | null {
  if (match.route.path === NOT_FOUND) return NOT_FOUND;
  return match.route.isLive ? null : knownUrl(match, pathname);
}

/** Returns the URL of a page in the other language, the same for everyone who sees the page. For an unknown page, it is the URL of Home. */
export function switchHref(match: SiteMatch, pathname: string): string {
  if (match.route.path === NOT_FOUND) return otherHref("/");
  // Two or more leading slashes would start a host name.
  return otherHref(knownUrl(match, pagePath(pathname).replace(/^\/+/, "/")));
}
