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
import type { Outcome } from "../../shared/contract/site-data.ts";
import { announceHeading } from "../components/feedback/recovery.ts";
import { Delivered } from "../components/streaming/streamed.tsx";
import type { PageQuery } from "../data/queries.ts";
import { liveData, useRequest } from "../data/request-context.ts";
import { otherHref, siteHref } from "../format/hrefs.ts";
import { type Location, useLocation } from "../navigation.ts";
import { documentTitle, type headOf, type OpenPage, robotsOf } from "../page.ts";
import { loadPage } from "../router/load-page.ts";
import { knownUrl, matchSite, type SiteMatch, switchHref } from "../router/match-route.ts";
import { openPage, showFetchedFont, showPageStyles } from "../router/open-page.ts";
import { absentPageOf, contentQuery, describePage } from "../router/page-content.ts";

/** The elements of `head` that change with the page. The server rendered them outside `#root`, and an unlisted page lacks some of them. */
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

/** Returns the title of a page, and the values of `IN_HEAD`. */
function newHead(head: ReturnType<typeof headOf>, siteName: string) {
  const { origin } = window.location;
  const href = origin + siteHref(head.canonicalPath);
  const otherUrl = origin + otherHref(head.canonicalPath);
  return [
    documentTitle(head, siteName),
    head.description,
    robotsOf(head),
    href,
    href,
    otherUrl,
    code === "en" ? href : otherUrl,
  ];
}

/** Updates title, description, robots, canonical and the links to the page in each language after a navigation or late data. */
function PageHeadSync({ page, match, path }: { page: OpenPage; match: SiteMatch; path: string }) {
  const { store, frame } = useRequest();
  // Render again when a result of `peek` changes.
  useSyncExternalStore(store.subscribe, store.version, store.version);
  const served = useRef<{ url: string; head: ReturnType<typeof servedHead> }>(null);
  useEffect(() => {
    const url = knownUrl(match, path);
    served.current ??= { url, head: servedHead() };
    // Only the first page keeps the server's HTML. When that page is shown again, its head is restored as served: without data, no new
    // head can be built.
    const isServed =
      served.current.url === url && (match.route.queries?.(match) ?? []).every(store.isServed);
    const query = contentQuery(match);
    if (isServed || query === null || store.peek(query) !== null) {
      const head = isServed
        ? served.current.head
        : newHead(
            describePage(page, match, { pathname: path, peek: store.peek, frame, data: null }).head,
            frame.name,
          );
      const [title, ...values] = head;
      if (title && document.title !== title) document.title = title;
      for (const [at, [selector, name]] of IN_HEAD.entries())
        setAttribute(selector, name, values[at]);
    }
    setAttribute("[data-switch]", "href", switchHref(match, path));
  });
  return null;
}

/** The scroll position and focused link of each history entry, restored as a browser does on page loads. */
const places = new Map<string, { top: number; href: string | null | undefined }>();

/**
 * Scrolls to the stored position, the fragment or the top. Focuses the fragment or, after Back, the link; otherwise the h1. A heading
 * without focus is announced. `tabs` is the name of the tabs of which one was pressed.
 */
function arriveAt({ key, hash, state }: Location, tabs: string | null): void {
  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  const place = places.get(key);
  const stays = !place && state?.stay;
  const target = place ? null : document.getElementById(decodeURIComponent(hash.slice(1)));
  if (target) target.scrollIntoView();
  else if (!stays) scrollTo(0, place?.top ?? 0);
  // The pressed tab no longer exists when it led to a new page, or when the page was the server's HTML until now.
  const tab =
    stays &&
    document.activeElement === document.body &&
    (find(`main [aria-label="${CSS.escape(tabs ?? "")}"] [aria-current]`) ??
      find("main [aria-current]"));
  const focused = place?.href
    ? find(`main [href="${CSS.escape(place.href)}"]`)
    : tab || (!stays && target);
  // A page whose data is loading has no heading yet: its status is focused or announced first, then the heading.
  announceHeading(find("main h1") ?? find("main [role=status]"), !stays && !focused);
  if (focused) focused.focus({ preventScroll: true });
}

function firstUrl(): string {
  const { pathname, search } = window.location;
  return knownUrl(matchSite(pathname, search), pathname);
}

/** The URL of the page whose HTML the server sent. */
const servedUrl = import.meta.env.SSR ? null : firstUrl();

/**
 * Promises that never settle. The last page stays while the browser loads, from the server, a page whose code or documents failed to load.
 */
const failed = new WeakMap<Location, Promise<never>>();

/**
 * Renders the page of the current location. A navigation starts its queries at once; the last page stays, with a progress bar, until the
 * code is loaded.
 */
export function PageOutlet() {
  const location = useLocation();
  const shown = useDeferredValue(location);
  const store = useRequest().store;
  const requested = useRef<Location | null>(null);
  const arrivedKey = useRef<string | null>(null);
  const pressedTabs = useRef<string | null>(null);

  useLayoutEffect(() => {
    const before = requested.current;
    requested.current = location;
    if (before === null) {
      // During a visit, `places` replaces the browser's own scroll restoration.
      history.scrollRestoration = "manual";
      addEventListener("pagehide", () => {
        history.scrollRestoration = "auto";
      });
    } else if (before.key !== location.key) {
      const isSamePage = before.pathname === location.pathname;
      const link = document.activeElement;
      const href = link?.getAttribute("href");
      pressedTabs.current = link?.closest("nav")?.getAttribute("aria-label") ?? null;
      places.set(before.key, { top: scrollY, href });
      const match = matchSite(location.pathname, location.search);
      const loadFromServer = () => {
        const { pathname, search } = location;
        // The visitor may have gone elsewhere meanwhile.
        if (requested.current !== location) return;
        failed.set(location, new Promise(() => loadPage(pathname + search)));
      };
      store.visit(match.route.queries?.(match) ?? [], isSamePage);
      const content = contentQuery(match);
      if (content && knownUrl(match, location.pathname) !== servedUrl) {
        store.visit([content], isSamePage);
        void store.fetchEntry(content).promise.then(({ kind }) => {
          if (kind === "unavailable") loadFromServer();
        });
      }
      openPage(match.route).catch(loadFromServer);
    }
  }, [location, store]);

  // Before the page is painted: otherwise a short page would appear at the scroll position of the last page.
  useLayoutEffect(() => {
    if (arrivedKey.current !== null && arrivedKey.current !== shown.key) {
      // Opened by client/components/feedback/bottom-bar.ts.
      document.querySelector("#offline")?.remove();
      showFetchedFont();
      arriveAt(shown, pressedTabs.current);
      // Heard by client/offline/start.ts.
      window.dispatchEvent(new Event("arrive"));
    }
    arrivedKey.current = shown.key;
  }, [shown]);

  return (
    <>
      {/* A thin bar at the top while the next page is loading. */}
      <div
        className="progress-bar"
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
  const page = use(failed.get(location) ?? openPage(match.route));
  const { file } = match.route;
  const { onShown } = page;
  // Before layout effects measure the page, in the frame in which it appears.
  useInsertionEffect(() => showPageStyles(file), [file]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another entry of the same page is a new page
  useEffect(() => onShown?.(), [onShown, pathname]);
  const query = contentQuery(match, page);
  return (
    <>
      <PageHeadSync page={page} match={match} path={pathname} />
      {query === null ? (
        <page.Page
          key={pathname}
          params={match.params}
          search={match.search}
          content={null}
          data={import.meta.env.SSR ? liveData() : null}
        />
      ) : (
        <PageOfContent
          key={pathname}
          page={page}
          match={match}
          query={query}
          url={knownUrl(match, pathname)}
        />
      )}
    </>
  );
}

interface PageOfContentProps {
  page: OpenPage;
  match: SiteMatch;
  query: PageQuery<unknown>;
  url: string;
}

/** Renders a page with its documents, or leaves the server's HTML of a page that reads none in the browser. */
function PageOfContent({ page, match, query, url }: PageOfContentProps) {
  const { store } = useRequest();
  const isServed = import.meta.env.SSR || url === servedUrl;
  const find = () => (isServed ? store.entry(query) : store.fetchEntry(query));
  const entry = useSyncExternalStore(store.subscribe, find, find);
  return (
    <Delivered entry={entry} className="contents">
      {(outcome) => <PageView page={page} match={match} outcome={outcome} />}
    </Delivered>
  );
}

function PageView({
  page,
  match,
  outcome,
}: Pick<PageOfContentProps, "page" | "match"> & { outcome: Outcome<unknown> }) {
  const { params, search } = match;
  const absent = absentPageOf(page, outcome, match);
  if (absent !== null) return <absent.Page />;
  if (outcome.kind !== "ok") return null;
  const view = (
    <page.Page
      key="page"
      params={params}
      search={search}
      content={outcome.data}
      data={import.meta.env.SSR ? liveData() : null}
    />
  );
  const note = code === "en" ? undefined : Object(outcome.data).note;
  return note
    ? [
        <p key="" className="page">
          {note}
        </p>,
        view,
      ]
    : view;
}
