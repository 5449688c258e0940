import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import * as documentWords from "../content/words/en/document.json";
import { prefix } from "../content/words/en/language.json";
import { CONTENT_TAG, type PageTag } from "../shared/contract/data-tags.ts";
import type {
  AssetsOf,
  CreatePageRenderer,
  PageAssets,
  PageRequest,
  PageResponse,
} from "../shared/contract/page-renderer.ts";
import { ErrorView } from "./components/feedback/error-pages.tsx";
import { relatedQuery } from "./components/links/item-links.tsx";
import { searchDocuments, staticPaths } from "./content-pages.tsx";
import { RequestContext } from "./data/request-context.ts";
import {
  createRequestStore,
  headStart,
  outcomeStatus,
  pageFreshnessOf,
  type RequestStore,
} from "./data/server-queries.ts";
import { createSavingPage, Document } from "./document/document.tsx";
import { errorTitle } from "./format/text.ts";
import { PageOutlet } from "./layout/page-outlet.tsx";
import { SiteFooter } from "./layout/site-footer.tsx";
import { SiteLayout, SiteShell } from "./layout/site-layout.tsx";
import { firstLocation, LocationContext } from "./navigation.ts";
import type { headOf, OpenPage } from "./page.ts";
import { pageContent } from "./page-content.ts";
import {
  knownUrl,
  matchSite,
  pageKey,
  type SiteMatch,
  servedPath,
  switchHref,
} from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import { contentQuery, describePage } from "./router/page-content.ts";
import { routes } from "./routes.tsx";

type Destination = NodeJS.WritableStream;

/** The pages with related reading, which the browser looks for when it shows one of these pages. */
const READING = [
  "/news-events/news/:slug",
  "/events/:slug",
  "/projects/:status/:slug",
  "/blog/:slug",
];

/** Returns the queries of a page, including the query for related reading. */
const queriesOf = (match: SiteMatch, pathname: string) => [
  ...(match.route.queries?.(match) ?? []),
  ...(READING.includes(match.route.path) ? [relatedQuery(pathname)] : []),
];

/** Describes a page for its response. A page with a refused form has the status of the form, and its title reports the errors. */
function describe(page: OpenPage, match: SiteMatch, request: PageRequest, store: RequestStore) {
  const { pathname, form, data } = request;
  const queries = queriesOf(match, pathname);
  const needed = queries.filter(({ role }) => role === "page").map((query) => store.peek(query));
  const { status, retryAfterSeconds } = outcomeStatus(needed);
  const refused = form !== null && form.status !== 200 ? form.status : null;
  const { head, context, isAbsent } = describePage(page, match, {
    pathname,
    peek: store.peek,
    frame: request.content.frame,
    data,
  });
  const title = refused === null ? head.title : errorTitle(head.title);
  const tags = new Set<PageTag>(queries.flatMap((query) => query.tags));
  const ownStatus = isAbsent ? 404 : (page.status?.(context) ?? 200);
  return {
    hasDeskScript: !isAbsent && (page.hasDeskScript?.(context) ?? false),
    freshness: pageFreshnessOf(queries.map((query) => store.peek(query))),
    // The frame of every page has content.
    tags: [...tags.add(CONTENT_TAG)],
    status: refused ?? (status === 200 ? ownStatus : status),
    retryAfterSeconds,
    head: refused === null && status === 200 ? head : { ...head, title, noindex: true },
  };
}

/** A page to render, and what its response says about it. */
interface Page extends Omit<PageResponse<Destination>, "styleHashes" | "leftOutBytes" | "pipe"> {
  match: SiteMatch;
  head: ReturnType<typeof headOf>;
  all: PageAssets;
  store: RequestStore;
  isLate: boolean;
  /** True when scripts take over in the browser. */
  isHydrated: boolean;
  hydratesOnUse: boolean;
  /** Rendered in place of the page. */
  error?: ReactNode;
}

type SavingPage = ReturnType<typeof createSavingPage>;

/** Returns the document of a page; under data saver, with the account of what the page leaves out. */
function documentOf(request: PageRequest, page: Page, saving: SavingPage | null) {
  const { pathname, search, publicOrigin, now, savesData } = request;
  const { match, store } = page;
  const { frame, documents } = request.content;
  const { site, navigation } = documents;
  const { hasOwnFrame = false } = match.route;
  const groups = navigation.footer;
  const footer = { site, groups, now, savesData, switchHref: switchHref(match, pathname) };
  return (
    <Document
      request={hasOwnFrame ? { ...request, hasSampleContent: false } : request}
      page={page}
      assets={saving?.assets ?? page.all}
      path={servedPath(match, pathname)}
      after={hasOwnFrame ? null : <SiteFooter {...footer} />}
    >
      {/* A cached page must not show one visitor's URL to others. */}
      <LocationContext
        value={firstLocation(pathname, match.route.isLive ? search : knownUrl(match, ""))}
      >
        <RequestContext
          value={{ ...request, frame, store, origin: publicOrigin, saver: saving?.saver ?? null }}
        >
          {page.error ?? (hasOwnFrame ? <PageOutlet /> : <SiteLayout />)}
        </RequestContext>
      </LocationContext>
    </Document>
  );
}

/** Renders until the body can be sent: only the shell when data is late, otherwise the whole page. */
function respond(request: PageRequest, page: Page): Promise<PageResponse<Destination>> {
  const saving = request.savesData ? createSavingPage(page.all, request.content) : null;
  const { entry, stylesheets } = saving?.assets ?? page.all;
  const { fonts, base, page: own, later, dataSaver } = stylesheets ?? {};
  const { status, retryAfterSeconds, freshness, tags, isLive, nonce } = page;
  return new Promise((resolve, reject) => {
    const ready = () =>
      resolve({
        status,
        retryAfterSeconds,
        freshness,
        tags,
        isLive,
        nonce,
        styleHashes: [fonts, base, own, later, dataSaver].flatMap(
          (stylesheet) => stylesheet?.hash ?? [],
        ),
        leftOutBytes: saving?.leftOutBytes() ?? null,
        pipe: (destination) => void pipe(destination),
      });
    const { pipe, abort } = renderToPipeableStream(documentOf(request, page, saving), {
      bootstrapModules: entry === "" ? [] : [entry],
      ...(nonce === null ? { onAllReady: ready } : { nonce, onShellReady: ready }),
      // Otherwise React would move a large article into place with an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: (error) => {
        if (!request.signal.aborted) request.onError(error);
        return request.requestId;
      },
    });
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}

/**
 * Keeps the stylesheets that a page carries. `isWhole`: the page has all its data, and links the later styles. A page under data saver
 * links nothing.
 */
const withStyles = (
  { stylesheets, ...assets }: PageAssets,
  { savesData }: PageRequest,
  isWhole = true,
): PageAssets => ({
  ...assets,
  stylesheets: stylesheets && {
    ...stylesheets,
    fonts: savesData ? null : stylesheets.fonts,
    later: isWhole || savesData ? null : stylesheets.later,
    dataSaver: savesData ? stylesheets.dataSaver : null,
  },
});

/** Renders a page in one piece, without its late sections, unless data that the page needs is late. */
async function renderPage(request: PageRequest, assetsOf: AssetsOf) {
  const { pathname, search } = request;
  const match = matchSite(pathname, search);
  const { route } = match;
  const store = createRequestStore(request);
  store.visit(queriesOf(match, pathname));
  const page = await openPage(route);
  const content = contentQuery(match, page);
  if (content) store.visit([content]);
  const role = store.isPending("page") ? "page" : "section";
  await headStart(store, request.headStartMs(role));
  const { hasDeskScript, ...about } = describe(page, match, request, store);
  const nonce = store.isPending("page") ? request.makeNonce() : null;
  const isLate = store.isPending("section");
  const isWhole = nonce === null && !isLate;
  if (!isWhole) store.sendInPieces();
  const assets = withStyles(assetsOf(`client/pages/${route.file}`), request, isWhole);
  // A page that only the server renders has no script, so nothing compares its path.
  const isHydrated = !route.file.endsWith(".server-page.tsx");
  const ownScript = page.hasCopyScript ? assets.copyScript : "";
  const deskScript = hasDeskScript ? assets.deskScript : ownScript;
  const all = isHydrated
    ? { ...assets, deskScript }
    : { ...assets, deskScript, entry: "", modules: [] };
  const isLive = route.isLive === true || isLate;
  // A page with behaviour of its own, with a refused form, or with data that is late, old or missing is hydrated at once.
  const isGood = about.freshness.state === "static" || about.freshness.state === "fresh";
  const hydratesOnUse = page.hydrate === "use" && isWhole && isGood && request.form === null;
  return respond(request, {
    ...about,
    match,
    all,
    store,
    nonce,
    isLate,
    isLive,
    isHydrated,
    hydratesOnUse,
  });
}

export const createPageRenderer: CreatePageRenderer<Destination> = (assetsOf) => ({
  staticPaths,
  searchDocuments,
  routes: routes.map(({ path }) => path).filter((path) => path !== "*"),
  contentOf(pathname) {
    const { route, params } = matchSite(pathname, "");
    return route.content ? { selection: pageContent[route.content], params } : null;
  },
  match(pathname, search) {
    const match = matchSite(pathname, search);
    return { route: match.route.path, key: pageKey(match, pathname) };
  },

  render: (request) => renderPage(request, assetsOf),

  async renderError(request, status) {
    // A missing record, such as a deleted message, is reported like an unknown path.
    if (status === 404) return renderPage({ ...request, pathname: `${prefix}/404` }, assetsOf);
    const { pathname, requestId } = request;
    const title = documentWords.errorTitle;
    return respond(request, {
      match: matchSite(pathname, ""),
      head: { title, description: "", canonicalPath: pathname, noindex: true },
      // The error page looks like the page for unknown paths.
      all: {
        ...withStyles(assetsOf("client/pages/not-found/not-found.page.tsx"), request),
        deskScript: "",
      },
      store: createRequestStore(request),
      status,
      retryAfterSeconds: null,
      freshness: { state: "static", oldestFetchedAt: null },
      tags: [],
      nonce: null,
      isLate: false,
      isLive: false,
      isHydrated: false,
      hydratesOnUse: false,
      error: (
        <SiteShell>
          <ErrorView status={status} requestId={requestId} />
        </SiteShell>
      ),
    });
  },
});
