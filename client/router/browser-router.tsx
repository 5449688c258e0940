import { type ReactNode, useCallback, useEffect, useLayoutEffect, useState } from "react";
import { siteHref } from "../format/hrefs.ts";
import { type Location, LocationContext, type Navigate, setRouter } from "../navigation.ts";
import { listenForClicks } from "./clicks.ts";
import { hasWorker, loadPage } from "./load-page.ts";
import { matchSite } from "./match-route.ts";

function here(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = "default" } = history.state ?? {};
  return { pathname, search, hash, state: usr, key };
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
  useEffect(listenForClicks, []);

  return <LocationContext value={location}>{children}</LocationContext>;
}
