import type { AssetsOf, PageAssets } from "../shared/contract/page-renderer.ts";
import { relatedQuery } from "./data/site-data.ts";
import type { SiteMatch } from "./router/match-route.ts";

/** A page that the server renders alone has no script, and nothing for one to compare. */
export function assetsFor(route: SiteMatch["route"], assetsOf: AssetsOf): PageAssets {
  const assets = assetsOf(`client/pages/${route.stylesOf ?? route.file}`);
  return route.stylesOf === undefined ? assets : { ...assets, entry: "", modules: [] };
}

/** Pages with related reading, which the browser looks for when it shows one. */
const READING = [
  "/news-events/news/:slug",
  "/events/:slug",
  "/projects/:status/:slug",
  "/blog/:slug",
];

/** The queries of a page, that for related reading included. */
export const queriesOf = (match: SiteMatch, pathname: string) => [
  ...(match.route.queries?.(match) ?? []),
  ...(READING.includes(match.route.path) ? [relatedQuery(pathname)] : []),
];
