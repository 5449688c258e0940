import {
  use,
  useDeferredValue,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useSyncExternalStore,
} from "react";
import { code, other } from "../../content/words/en/language.json";
import { useRequest } from "../data/request-context.ts";
import { otherHref, pagePath, siteHref } from "../format/hrefs.ts";
import { type Location, useLocation } from "../navigation.ts";
import { documentTitle, type OpenPage, robotsOf } from "../page.ts";
import { loadPage } from "../router/browser-router.tsx";
import { matchSite, type SiteMatch, switchHref } from "../router/match-route.ts";
import { openPage, showPageStyles } from "../router/open-page.ts";
import styles from "./progress.module.css";
import { arriveAt, leaveFor, takeOverScrolling } from "./scroll-and-focus.ts";

/** A thin bar at the top while the next page is loading. */
function Progress({ isActive }: { isActive: boolean }) {
  return <div className={styles.bar} data-active={isActive || undefined} aria-hidden="true" />;
}

interface Props {
  page: OpenPage;
  match: SiteMatch;
  path: string;
}

/** Sets an attribute of an element that the server rendered outside `#root`, if any. */
function setHead(selector: string, attribute: string, value: string): void {
  const element = document.querySelector(selector);
  if (element && element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}

/** Updates title, description, robots, canonical and the links to the page in each language after a navigation or late data. */
function PageHeadSync({ page, match, path }: Props) {
  const store = useRequest().store;
  // Rendered again when a result of `peek` changes.
  useSyncExternalStore(store.subscribe, store.version, store.version);
  useEffect(() => {
    const head = page.head({
      params: match.params,
      search: match.search,
      path: pagePath(path),
      peek: store.peek,
    });
    const title = documentTitle(head);
    if (document.title !== title) document.title = title;
    setHead('meta[name="description"]', "content", head.description);
    setHead('meta[name="robots"]', "content", robotsOf(head));
    const { origin } = window.location;
    const href = origin + siteHref(head.canonicalPath);
    const otherUrl = origin + otherHref(head.canonicalPath);
    setHead('link[rel="canonical"]', "href", href);
    setHead(`link[hreflang="${code}"]`, "href", href);
    setHead(`link[hreflang="${other.code}"]`, "href", otherUrl);
    setHead('link[hreflang="x-default"]', "href", code === "en" ? href : otherUrl);
    setHead("footer [hreflang]", "href", switchHref(match, path));
  });
  return null;
}

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
  const store = useRequest().store;
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
      // client/components/feedback/bottom-bar.ts
      document.querySelector("#offline")?.remove();
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
