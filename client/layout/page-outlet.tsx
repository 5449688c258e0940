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
import { PageHeadSync } from "../document/page-head-sync.tsx";
import { showPageStyles } from "../document/page-styles.ts";
import { useLocation } from "../navigation.ts";
import { matchSite, openPage } from "../site-map.ts";
import { arriveAt, leaveFor, takeOverScrolling } from "./arrival.ts";
import { Progress } from "./progress.tsx";

/**
 * The page of the current address. A new address starts its questions at once; the page before stays,
 * with a bar that says something is coming, until the new page's code is here.
 */
export function PageOutlet() {
  const wanted = useLocation();
  const shown = useDeferredValue(wanted);
  const store = useQueryStore();
  const askedFor = useRef<string | null>(null);
  const arrivedAt = useRef<string | null>(null);

  useLayoutEffect(() => {
    if (askedFor.current === null) takeOverScrolling(wanted.key);
    else if (askedFor.current !== wanted.key) {
      leaveFor(wanted.key);
      const match = matchSite(wanted.pathname, wanted.search);
      store.visit(match.route.queries?.(match) ?? []);
      // A page whose code cannot be had (a new release, a lost network) is the server's to show.
      openPage(match).catch(() => window.location.reload());
    }
    askedFor.current = wanted.key;
  }, [wanted, store]);

  useEffect(() => {
    if (arrivedAt.current !== null && arrivedAt.current !== shown.key) arriveAt(shown);
    arrivedAt.current = shown.key;
  }, [shown]);

  return (
    <>
      <Progress isActive={wanted !== shown} />
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
