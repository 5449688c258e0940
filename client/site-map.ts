import { matchRoutes } from "react-router";
import { track } from "./data/page-query.ts";
import type { PageModule, PageProps, SiteRoute } from "./page.ts";
import { routes } from "./routes.tsx";

const loaders = import.meta.glob<PageModule>("./pages/**/*.page.tsx", { import: "page" });
const loaded = new Map<string, Promise<PageModule>>();
const table = routes.map((route) => ({ path: route.path, handle: route }));

/** A route and what its pattern read from the address. */
export interface SiteMatch extends PageProps {
  route: SiteRoute;
}

/** The route of an address. The last route takes everything, so there always is one. */
export function matchSite(pathname: string, search: string): SiteMatch {
  const match = matchRoutes(table, pathname)?.at(-1);
  const route = match?.route.handle ?? routes.at(-1);
  if (!route) throw new Error("the route table is empty");
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(match?.params ?? {})) {
    if (value !== undefined) params[name] = value;
  }
  return { route, params, search: new URLSearchParams(search) };
}

/** The page of a route, loaded once. Rejects when its file cannot be had. */
export function loadPage(route: SiteRoute): Promise<PageModule> {
  const known = loaded.get(route.file);
  if (known) return known;
  const load = loaders[`./pages/${route.file}`];
  if (!load) throw new Error(`no page file ${route.file}`);
  const loading = track(load());
  loading.catch(() => loaded.delete(route.file));
  loaded.set(route.file, loading);
  return loading;
}
