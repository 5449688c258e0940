import type { Outcome } from "../../shared/contract/outcome.ts";
import type { SiteData } from "../../shared/contract/site-data.ts";
import { apiPaths } from "./api-paths.ts";
import { fetchJson } from "./fetch-json.ts";
import { UNAVAILABLE } from "./page-query.ts";

type Ok<T> = Omit<Extract<Outcome<T>, { kind: "ok" }>, "kind">;

async function query<T>(path: string): Promise<Outcome<T>> {
  const { status, ok, body } = await fetchJson<Ok<T>>(path);
  if (status === 404) return { kind: "not-found" };
  if (!ok || body === null) return UNAVAILABLE;
  return { kind: "ok", data: body.data, meta: body.meta };
}

/** The site's data in the browser, fetched from `/bff`. */
export const browserSiteData: SiteData = {
  newsFeed: (feed) => query(apiPaths.newsFeed(feed)),
  eventsFeed: (feed) => query(apiPaths.eventsFeed(feed)),
  newsItem: (slug) => query(apiPaths.newsItem(slug)),
  event: (slug) => query(apiPaths.event(slug)),
  related: query,
  sources: () => query(apiPaths.sources),
};
