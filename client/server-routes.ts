import type { AssetsOf, PageAssets } from "../shared/contract/page-assets.ts";
import { relatedQuery } from "./data/related-query.ts";
import type { SiteMatch } from "./router/match-route.ts";

/** Of a page that the server renders alone: no script but its own, and nothing for one to compare. */
export function assetsFor(route: SiteMatch["route"], assetsOf: AssetsOf): PageAssets {
  const { file, stylesOf, scripts = [] } = route;
  const assetsOfPage = (name: string) => assetsOf(`client/pages/${name}`);
  if (stylesOf === undefined) return assetsOfPage(file);
  const [entry = "", ...modules] = scripts.map((script) => assetsOfPage(script).own);
  return { ...assetsOfPage(stylesOf), entry, modules };
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
