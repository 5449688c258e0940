import {
  use,
  useDeferredValue,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
} from "react";
import { useQueryStore } from "../data/query-store-context.ts";
import { type Location, useLocation } from "../navigation.ts";
import { loadPage, offlineBar } from "../router/load-page.ts";
import { matchSite } from "../router/match-route.ts";
import { openPage } from "../router/open-page.ts";
import { showPageStyles } from "../router/page-styles.ts";
import { PageHeadSync } from "./page-head-sync.tsx";
import { Progress } from "./progress.tsx";
import { arriveAt, leaveFor, takeOverScrolling } from "./scroll-and-focus.ts";

/**
 * Pages whose code cannot be loaded (a new release, a lost network): never settled, so that the last page
 * stays while the server is asked for the new one.
 */
const failed = new WeakMap<Location, Promise<never>>();

/**
 * The page of the current URL. A navigation starts its queries at once; the last page stays, with
 * a progress bar, until the new page's code is loaded.
 */
export function PageOutlet() {
  const location = useLocation();
  const shown = useDeferredValue(location);
  const store = useQueryStore();
  const requestedKey = useRef<string | null>(null);
  const arrivedKey = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (requestedKey.current === null) takeOverScrolling(location.key);
    else if (requestedKey.current !== location.key) {
      leaveFor(location.key);
      const match = matchSite(location.pathname, location.search);
      store.visit(match.route.queries?.(match) ?? []);
      openPage(match).catch(() => {
        const { pathname, search } = location;
        failed.set(location, new Promise(() => loadPage(pathname + search)));
      });
    }
    requestedKey.current = location.key;
  }, [location, store]);

  useEffect(() => {
    if (arrivedKey.current !== null && arrivedKey.current !== shown.key) {
      offlineBar()?.close();
      arriveAt(shown);
      // client/offline/start.ts
      window.dispatchEvent(new Event("arrive"));
    }
    arrivedKey.current = shown.key;
  }, [shown]);

  return (
    <>
      <Progress isActive={location !== shown} />
      <ShownPage location={shown} />
    </>
  );
}

function ShownPage({ location }: { location: Location }) {
  const { pathname, search } = location;
  const match = useMemo(() => matchSite(pathname, search), [pathname, search]);
  const page = use(failed.get(location) ?? openPage(match));
  const { file } = match.route;
  // Before layout effects measure, in the frame in which the page appears.
  useInsertionEffect(() => showPageStyles(file), [file]);
  return (
    <>
      <PageHeadSync page={page} match={match} path={pathname} />
      <page.Page key={pathname} params={match.params} search={match.search} />
    </>
  );
}
