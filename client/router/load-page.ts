import { fetchJson } from "../data/fetch-json.ts";

/** client/layout/offline-bar.tsx, rendered by the server. */
export const offlineBar = () => document.querySelector<HTMLDialogElement>("#offline");

/** Pages may be kept (client/service-worker/worker.ts). */
export const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

/**
 * Loads a page of the site from the server. Without a network the current page stays, and the bar says
 * so; its link calls this again.
 */
export async function loadPage(href: string): Promise<void> {
  const { status } = await fetchJson(href, { method: "HEAD" });
  if (status !== 0) return window.location.assign(href);
  const bar = offlineBar();
  bar?.querySelector("a")?.setAttribute("href", href);
  bar?.querySelector("[hidden]")?.toggleAttribute("hidden", !hasWorker());
  bar?.show();
}
