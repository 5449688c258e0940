import { setTimeout as wait } from "node:timers/promises";
import type { CachedResponse } from "./cached-response.ts";
import type { ResponseCache } from "./response-cache.ts";

/**
 * A stale page is sent after this wait. The source delays a render by some 40 ms, as much again for the store,
 * longer without an entry (server/bff/cache/freshness-policy.ts): otherwise what takes longer is an overloaded
 * machine, and the stale page does not say that its data is stale.
 */
const REVALIDATION_WAIT_MS = 1_000;

/**
 * Replaces a stale response by one render for all requests of its key. The old one is returned when the
 * render fails or takes too long; null when the key has no response to cache any more.
 */
export async function revalidate(
  cache: ResponseCache,
  key: string,
  old: CachedResponse,
  render: () => Promise<CachedResponse | null>,
): Promise<CachedResponse | null> {
  // No client's leaving ends the render: the next request is served from it.
  const revalidation = cache.revalidations.run(key, async () => {
    const next = await render().catch(() => old);
    if (next === null) cache.delete(key);
    return next;
  });
  return Promise.race([revalidation, wait(REVALIDATION_WAIT_MS, old, { ref: false })]);
}
