import { matchPath as matchPattern } from "react-router";
import { track } from "./data/page-query.ts";
import { loadPageStyles } from "./document/page-styles.ts";
import type { OpenPage, PageModule, PageProps, SiteRoute } from "./page.ts";
import { routes } from "./routes.tsx";

interface PageFile {
  page: PageModule;
}

const loaders = {
  ...import.meta.glob<PageFile>(["./**/*.page.tsx", "!./styleguide/**"], { base: "./pages" }),
  ...(import.meta.env.DEV
    ? import.meta.glob<PageFile>("./styleguide/*.page.tsx", { base: "./pages" })
    : {}),
};
/** The route of all addresses that lead nowhere, and the key of the one page they show. */
const NOWHERE = "*";

/** A route and what its pattern read from the address. */
export interface SiteMatch extends PageProps {
  route: SiteRoute;
}

type Matched = Pick<SiteMatch, "route" | "params">;

/** How many addresses and opened pages are remembered: one for each a visit, or all readers, go through. */
const REMEMBERED = 200;
const matched = new Map<string, Matched>();

const roomOf = (path: string) => path.split("/", 2)[1]?.toLowerCase();

/** The routes of an address's first part, and the last. */
const rooms = new Map<string | undefined, readonly SiteRoute[]>();
function routesFor(path: string): readonly SiteRoute[] {
  if (!import.meta.env.SSR) return routes;
  const room = roomOf(path);
  const known = rooms.get(room);
  if (known) return known;
  const found = routes.filter((route) => route.path === NOWHERE || roomOf(route.path) === room);
  // Rooms of the table alone are remembered: addresses name many more.
  if (found.length > 1) rooms.set(room, found);
  return found;
}

function remember<T>(known: Map<string, T>, key: string, value: T): T {
  if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? "");
  known.set(key, value);
  return value;
}

/** A slash that was written as `%2F` stays so: it separates nothing. */
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
 * No two patterns take the same address but the last, which takes every one, so that the first to match is the
 * one. Patterns are compiled each time: a few of them for the server, which is asked for ever new addresses.
 */
function matchPath(pathname: string): Matched {
  const path = decoded(pathname);
  const found = routesFor(path);
  for (const route of found) {
    const match = matchPattern(route.path, path);
    if (!match) continue;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(match.params)) {
      if (value !== undefined) params[name] = value;
    }
    return { route, params };
  }
  // The last pattern takes no line end.
  const last = found.at(-1);
  if (!last) throw new Error("the route table is empty");
  return { route: last, params: {} };
}

/** The route of an address. The last route takes everything, so there always is one. */
export function matchSite(pathname: string, search: string): SiteMatch {
  const known = matched.get(pathname) ?? remember(matched, pathname, matchPath(pathname));
  return { ...known, search: new URLSearchParams(search) };
}

/**
 * Whether a path is the one that the server rendered the page for. Pages for paths that lead nowhere
 * are one and name no path.
 */
export function isServedPath(pathname: string, served: string | undefined): boolean {
  if (served === undefined) return matchSite(pathname, "").route.path === NOWHERE;
  return new URL(served, window.location.href).pathname === pathname;
}

/** What names the page's path in its HTML; null for the page of all paths that lead nowhere. */
export const servedPath = ({ route }: SiteMatch, pathname: string) =>
  route.path === NOWHERE ? null : pathname;

/** The address of a page without what does not change it; null for addresses without one to keep. */
export function pageKey(pathname: string, search: string): string | null {
  const { route, search: given } = matchSite(pathname, search);
  if (route.path === NOWHERE) return NOWHERE;
  if (route.isLive) return null;
  const known = (route.search ?? []).flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [`${name}=${encodeURIComponent(value)}`];
  });
  return known.length > 0 ? `${pathname}?${known.join("&")}` : pathname;
}

async function loadModule(file: string): Promise<PageModule> {
  const load: (() => Promise<PageFile>) | undefined = loaders[`./${file}`];
  if (!load) throw new Error(`no page file ${file}`);
  return (await load()).page;
}

const opened = new Map<string, Promise<OpenPage>>();

/** The page of an address, opened once and remembered. Rejects when its file cannot be had. */
export function openPage(match: SiteMatch): Promise<OpenPage> {
  const { route, params } = match;
  const key = `${route.file} ${JSON.stringify(params)}`;
  const known = opened.get(key);
  if (known) return known;
  const opening = track(
    Promise.all([loadModule(route.file), loadPageStyles(route.file)]).then(([module]) =>
      module.open(match),
    ),
  );
  opening.catch(() => opened.delete(key));
  return remember(opened, key, opening);
}
