import { fetchJson } from "../data/fetch-json.ts";
import { siteHref } from "../format/hrefs.ts";

/** Returns true when a service worker controls the page, so that pages may be kept (client/service-worker/worker.ts). */
export const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

/**
 * Loads a page from the server. Without a network and a kept copy the current page stays, and a bar says so; the link in the bar calls
 * this function again.
 */
export async function loadPage(href: string): Promise<void> {
  const { status } = await fetchJson(href, { method: "HEAD" });
  if (status !== 0 || (hasWorker() && (await caches.match(href))))
    return window.location.assign(href);
  // Loaded by client/hydrate.tsx while there was a network.
  const { tellOffline } = await import("../components/feedback/bottom-bar.ts");
  tellOffline(href, hasWorker() ? siteHref("/offline") : null);
}
