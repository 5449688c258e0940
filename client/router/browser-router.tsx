import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { isPlainClick } from "../components/links/link.tsx";
import { fetchJson } from "../data/fetch-json.ts";
import { siteHref } from "../format/hrefs.ts";
import {
  type Location,
  LocationContext,
  type Navigate,
  navigate,
  setRouter,
} from "../navigation.ts";
import { matchSite } from "./match-route.ts";

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

function here(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = "default" } = history.state ?? {};
  return { pathname, search, hash, state: usr, key };
}

/** Opens the device's share sheet at once: a browser allows sharing only for a moment after the click. */
function share(): void {
  const title = document.querySelector("h1")?.textContent ?? "";
  const url = document.querySelector<HTMLLinkElement>("[rel=canonical]")?.href ?? location.href;
  // Rejects when the visitor cancels.
  navigator.share({ title, url }).catch(() => {});
}

/**
 * Handles clicks on links that React does not render (in the footer, in lists of the source and in a bar), and on links that load the
 * document.
 */
function clicked(event: MouseEvent): void {
  if (!(event.target instanceof Element)) return;
  const button = event.target.closest<HTMLElement>("[data-does]");
  if (button?.dataset.does === "share") share();
  else if (button)
    void import("../components/media/show-map.ts")
      .then(({ showMap }) => showMap(button))
      .catch(() => {});
  const link = event.target.closest("a");
  if (!link) return;
  // The code that records the click is loaded with the first click. Tracking errors are ignored (spec section 8).
  if (link.dataset.id)
    void import("../tracking/clicks.ts").then(({ trackCard }) => trackCard(link)).catch(() => {});
  if (event.defaultPrevented || link.origin !== location.origin) return;
  if (link.hash) history.replaceState({ ...history.state, top: scrollY }, "");
  if (!isPlainClick(event, link) || link.hash) return;
  // Safari does not focus a link on click, and focus must return to this link after Back.
  link.focus();
  const isServed = link.closest("footer, [id^='q:']") !== null;
  if (!isServed && !link.closest("dialog") && navigator.onLine) return;
  event.preventDefault();
  // A filter leaves scroll position and focus where they are.
  const state = link.closest("[data-filter]") ? { stay: true } : null;
  if (isServed) navigate(link.href, { state });
  else void loadPage(link.href);
}

/** Routes in the browser over the history API: a router library would add 10 kB. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(here);

  useEffect(() => {
    const moved = ({ state }: PopStateEvent) =>
      setLocation((before) => {
        const now = here();
        // The URL is a fragment of the same page. The browser has scrolled there, but does not scroll back (`scrollRestoration`).
        const isSamePage = now.pathname === before.pathname && now.search === before.search;
        if (isSamePage && state?.top >= 0) scrollTo(0, state.top);
        return isSamePage && now.hash && now.key === "default" ? before : now;
      });
    addEventListener("popstate", moved);
    return () => removeEventListener("popstate", moved);
  }, []);

  const go = useCallback<Navigate>((to, { state = null, replace = false } = {}) => {
    const href = siteHref(to);
    const target = new URL(href, window.location.href);
    // The URL is not a page but a redirect, a file or a typo: the server responds.
    const isFile = /\.\w+$/.test(target.pathname);
    if (isFile || matchSite(target.pathname, target.search).route.path === "*") {
      window.location.assign(href);
      return;
    }
    // A kept page contains the data that this one would have to fetch.
    const mayBeKept =
      !navigator.onLine && hasWorker() && target.pathname !== window.location.pathname;
    const entry = { key: Math.random().toString(36).slice(2, 10), usr: state };
    // Replace the entry when the URL is already shown, as a browser does: after a second entry, Back would stay on the page.
    if (replace || target.href === window.location.href) history.replaceState(entry, "", href);
    else history.pushState(entry, "", href);
    if (mayBeKept) void loadPage(target.pathname + target.search);
    else setLocation(here());
  }, []);
  useLayoutEffect(() => setRouter(go), [go]);
  useEffect(() => {
    document.addEventListener("click", clicked);
    document.documentElement.toggleAttribute("data-shares", "share" in navigator);
    return () => document.removeEventListener("click", clicked);
  }, []);

  return <LocationContext value={location}>{children}</LocationContext>;
}
