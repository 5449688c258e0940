import type { Outcome } from "../../shared/contract/answers.ts";
import { apiPaths } from "../../shared/contract/api-paths.ts";
import type { SiteData } from "../../shared/contract/site-data.ts";
import { freshness, retryDelayMs } from "./freshness.ts";

const SILENT: Outcome<never> = { kind: "unavailable", status: 503, retryAfterSeconds: 30 };

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** One try. Null means it is worth another: the network failed, or the answer was 5xx or 429. */
async function tryOnce<T>(path: string): Promise<Outcome<T> | null> {
  const response = await fetch(path, { headers: { accept: "application/json" } }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return null;
  if (response.status === 404) return { kind: "not-found" };
  if (!response.ok) return SILENT;
  // Our own server wrote it by the schema behind this path.
  const { data, meta } = await response.json().catch(() => ({}));
  return data === undefined ? null : { kind: "ok", data, meta };
}

/** Asks `/bff`, three retries with growing delay, none after a 4xx (spec section 7). */
async function ask<T>(path: string): Promise<Outcome<T>> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await tryOnce<T>(path);
    if (outcome) return outcome;
    if (attempt >= freshness.retries) return SILENT;
    await pause(retryDelayMs(attempt));
  }
}

/** The site's data as the browser gets it: the only client fetch of data. */
export const browserSiteData: SiteData = {
  newsFeed: (query) => ask(apiPaths.newsFeed(query)),
  eventsFeed: (query) => ask(apiPaths.eventsFeed(query)),
  newsItem: (slug) => ask(apiPaths.newsItem(slug)),
  event: (slug) => ask(apiPaths.event(slug)),
  sources: () => ask(apiPaths.sources),
};
