import type { PageCacheState, RequestStats } from "../../observability/request-stats.ts";

/** The first metric of `Server-Timing`: how the cache served the request. */
export const CACHE_TIMINGS: Readonly<Record<PageCacheState, string>> = {
  hit: "cache;desc=hit",
  refreshed: "cache;desc=refreshed",
  stale: "cache;desc=stale",
  miss: "cache;desc=miss",
  skip: "cache;desc=skip",
};

/** The value of `Server-Timing`: cache state, state of the data, render time. */
export function serverTiming({ pageCache, data, renderMs }: RequestStats): string {
  const cache = CACHE_TIMINGS[pageCache ?? "skip"];
  const source = data === null ? "" : `, data;desc=${data}`;
  const render = renderMs === null ? "" : `, render;dur=${renderMs}`;
  return `${cache}${source}${render}`;
}
