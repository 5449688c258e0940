import { matchRoutes } from "react-router";
import { track } from "./data/page-query.ts";
import { loadPageStyles } from "./document/page-styles.ts";
import type { OpenPage, PageModule, PageProps, SiteRoute } from "./page.ts";
import { routes } from "./routes.tsx";

const loaders = {
  ...import.meta.glob<PageModule>(["./pages/**/*.page.tsx", "!./pages/styleguide/**"], {
    import: "page",
  }),
  ...(import.meta.env.DEV
    ? import.meta.glob<PageModule>("./pages/styleguide/*.page.tsx", { import: "page" })
    : {}),
};
/** The route of all addresses that lead nowhere, and the key of the one page they show. */
const NOWHERE = "*";
const table = routes.map((route) => ({ path: route.path, handle: route }));

/** A route and what its pattern read from the address. */
export interface SiteMatch extends PageProps {
  route: SiteRoute;
}

type Matched = Pick<SiteMatch, "route" | "params">;

/** How many addresses and opened pages are remembered: one for each a visit, or all readers, go through. */
const REMEMBERED = 200;
const matched = new Map<string, Matched>();

function remember<T>(known: Map<string, T>, key: string, value: T): T {
  if (known.size >= REMEMBERED) known.delete(known.keys().next().value ?? "");
  known.set(key, value);
  return value;
}

const roomOf = (path: string) => path.split("/", 2)[1]?.toLowerCase() ?? "";

/** The server is asked for ever new addresses: they are matched against the routes of their first part alone. */
const rooms = new Map<string, typeof table>();
if (import.meta.env.SSR) {
  for (const entry of table) {
    const room = roomOf(entry.path);
    if (entry.path !== NOWHERE) rooms.set(room, [...(rooms.get(room) ?? []), entry]);
  }
}

const routesFor = (pathname: string) =>
  import.meta.env.SSR && !pathname.includes("%") ? (rooms.get(roomOf(pathname)) ?? []) : table;

/** Ranks and compiles its table each time: a tenth of a render for the whole one, hence remembered. */
function matchPath(pathname: string): Matched {
  const match = matchRoutes(routesFor(pathname), pathname)?.at(-1);
  const route = match?.route.handle ?? routes.at(-1);
  if (!route) throw new Error("the route table is empty");
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(match?.params ?? {})) {
    if (value !== undefined) params[name] = value;
  }
  return { route, params };
}

/** The route of an address. The last route takes everything, so there always is one. */
export function matchSite(pathname: string, search: string): SiteMatch {
  const known = matched.get(pathname) ?? remember(matched, pathname, matchPath(pathname));
  return { ...known, search: new URLSearchParams(search) };
}

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

function loadModule(file: string): Promise<PageModule> {
  const load: (() => Promise<PageModule>) | undefined = loaders[`./pages/${file}`];
  if (!load) throw new Error(`no page file ${file}`);
  return load();
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
