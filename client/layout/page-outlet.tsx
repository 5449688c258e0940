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
import { useLocation } from "../navigation.ts";
import { matchSite, openPage } from "../router/match-route.ts";
import { showPageStyles } from "../router/page-styles.ts";
import { PageHeadSync } from "./page-head-sync.tsx";
import { Progress } from "./progress.tsx";
import { arriveAt, leaveFor, takeOverScrolling } from "./scroll-and-focus.ts";

/**
 * The page of the current address. A new address starts its questions at once; the page before stays,
 * with a bar that says something is coming, until the new page's code is here.
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
      // A page whose code cannot be had (a new release, a lost network) is the server's to show.
      openPage(match).catch(() => window.location.reload());
    }
    requestedKey.current = location.key;
  }, [location, store]);

  useEffect(() => {
    if (arrivedKey.current !== null && arrivedKey.current !== shown.key) arriveAt(shown);
    arrivedKey.current = shown.key;
  }, [shown]);

  return (
    <>
      <Progress isActive={location !== shown} />
      <ShownPage pathname={shown.pathname} search={shown.search} />
    </>
  );
}

function ShownPage({ pathname, search }: { pathname: string; search: string }) {
  const match = useMemo(() => matchSite(pathname, search), [pathname, search]);
  const page = use(openPage(match));
  const { file } = match.route;
  // Before anything measures, in the frame the page appears in.
  useInsertionEffect(() => showPageStyles(file), [file]);
  return (
    <>
      <PageHeadSync page={page} match={match} path={pathname} />
      <page.Page key={pathname} params={match.params} search={match.search} />
    </>
  );
}
