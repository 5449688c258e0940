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
import { announceHeading } from "../components/feedback/recovery.ts";
import { useRequest } from "../data/request-context.ts";
import { otherHref, siteHref } from "../format/hrefs.ts";
import { type Location, useLocation } from "../navigation.ts";
import { documentTitle, type HeadContext, headOf, type OpenPage, robotsOf } from "../page.ts";
import { loadPage } from "../router/browser-router.tsx";
import {
  headContext,
  knownUrl,
  matchSite,
  type SiteMatch,
  switchHref,
} from "../router/match-route.ts";
import { openPage, showPageStyles } from "../router/open-page.ts";
import styles from "./progress.module.css";

/** What changes in `head`, which the server rendered outside `#root`. A page that is not to be found lacks some. */
const IN_HEAD = [
  ['meta[name="description"]', "content"],
  ['meta[name="robots"]', "content"],
  ['link[rel="canonical"]', "href"],
  [`link[hreflang="${code}"]`, "href"],
  [`link[hreflang="${other.code}"]`, "href"],
  ['link[hreflang="x-default"]', "href"],
] as const;

function setAttribute(selector: string, name: string, value: string | null | undefined): void {
  const element = document.querySelector(selector);
  if (element && value != null && element.getAttribute(name) !== value)
    element.setAttribute(name, value);
}

const servedHead = () => [
  document.title,
  ...IN_HEAD.map(([selector, name]) => document.querySelector(selector)?.getAttribute(name)),
];

/** The title of a page, and the values of `IN_HEAD`. */
function newHead(page: OpenPage, match: SiteMatch, path: string, peek: HeadContext["peek"]) {
  const head = headOf(page, headContext(match, path, { peek }));
  const { origin } = window.location;
  const href = origin + siteHref(head.canonicalPath);
  const otherUrl = origin + otherHref(head.canonicalPath);
  return [
    documentTitle(head),
    head.description,
    robotsOf(head),
    ...[href, href, otherUrl, code === "en" ? href : otherUrl],
  ];
}

/** Updates title, description, robots, canonical and the links to the page in each language after a navigation or late data. */
function PageHeadSync({ page, match, path }: { page: OpenPage; match: SiteMatch; path: string }) {
  const store = useRequest().store;
  // Rendered again when a result of `peek` changes.
  useSyncExternalStore(store.subscribe, store.version, store.version);
  const served = useRef<{ url: string; head: ReturnType<typeof servedHead> }>(null);
  useEffect(() => {
    const url = knownUrl(match, path);
    served.current ??= { url, head: servedHead() };
    // Only HTML of the first page is left as it is: there are no data to make its head of, when it is shown again either.
    const isServed =
      served.current.url === url && match.route.queries?.(match).every(store.isServed);
    const head = isServed ? served.current.head : newHead(page, match, path, store.peek);
    const [title, ...values] = head;
    if (title && document.title !== title) document.title = title;
    for (const [at, [selector, name]] of IN_HEAD.entries())
      setAttribute(selector, name, values[at]);
    setAttribute("footer [hreflang]", "href", switchHref(match, path));
  });
  return null;
}

/** Scroll position and focused link by history entry, as a browser keeps them on page loads. */
const places = new Map<string, { top: number; href: string | null | undefined }>();

/** Scrolls to the stored position, the fragment or the top; focuses the fragment, after Back the link, else the h1. What is not focused is announced. */
function arriveAt({ key, hash, state }: Location): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const place = places.get(key);
  const stays = !place && state?.stay;
  const target = place ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target) target.scrollIntoView();
  else if (!stays) scrollTo(0, place?.top ?? 0);
  // A tab that leads to another path is on a page of its own: the one that was pressed is gone.
  const tab = stays && document.activeElement === document.body && find("main [aria-current]");
  const focused = place?.href
    ? find(`main [href="${CSS.escape(place.href)}"]`)
    : tab || (!stays && target);
  // While its data is loading a page has no heading: what says so is focused or announced, then the heading.
  announceHeading(find("main h1") ?? find("main [role=status]"), !stays && !focused);
  if (focused) focused.focus({ preventScroll: true });
}

/** Never settled, so that the last page stays while the server is asked for one whose code cannot be loaded. */
const failed = new WeakMap<Location, Promise<never>>();

/** A navigation starts its queries at once; the last page stays, with a progress bar, until the code is loaded. */
export function PageOutlet() {
  const location = useLocation();
  const shown = useDeferredValue(location);
  const store = useRequest().store;
  const requested = useRef<Location | null>(null);
  const arrivedKey = useRef<string | null>(null);

  useLayoutEffect(() => {
    const before = requested.current;
    requested.current = location;
    if (before === null) {
      // Within a visit `places` replaces the browser's own.
      history.scrollRestoration = "manual";
      addEventListener("pagehide", () => {
        history.scrollRestoration = "auto";
      });
    } else if (before.key !== location.key) {
      const isSamePage = before.pathname === location.pathname;
      const href = document.activeElement?.getAttribute("href");
      places.set(before.key, { top: scrollY, href });
      const match = matchSite(location.pathname, location.search);
      store.visit(match.route.queries?.(match) ?? [], isSamePage);
      openPage(match).catch(() => {
        const { pathname, search } = location;
        failed.set(location, new Promise(() => loadPage(pathname + search)));
      });
    }
  }, [location, store]);

  // Before the page is painted: a short one would be seen at the position of the last.
  useLayoutEffect(() => {
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
      {/* A thin bar at the top while the next page is loading. */}
      <div
        className={styles.bar}
        data-active={location !== shown || undefined}
        aria-hidden="true"
      />
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
