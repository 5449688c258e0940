import hasPlaceholders from "virtual:content/placeholders";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import * as documentWords from "../content/words/en/document.json";
import type { FormState } from "../shared/contract/form-state.ts";
import type {
  AssetsOf,
  CreatePageRenderer,
  PageAssets,
  PageRequest,
  PageResponse,
} from "../shared/contract/page-renderer.ts";
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
import { PageHead } from "./document/page-head.tsx";
import { pagePath } from "./format/hrefs.ts";
import { errorTitle } from "./format/text.ts";
import { SiteFooter } from "./layout/site-footer.tsx";
import { SiteLayout, SiteShell } from "./layout/site-layout.tsx";
import { firstLocation, LocationContext } from "./navigation.ts";
import type { PageHead as Head, HeadContext, OpenPage } from "./page.ts";
import { ErrorView } from "./pages/error/error-view.tsx";
import {
  knownUrl,
  matchSite,
  pageKey,
  type SiteMatch,
  servedPath,
  switchHref,
} from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";

type Destination = NodeJS.WritableStream;

function completeHref({ pathname, search }: PageRequest): string {
  const query = new URLSearchParams(search);
  query.set("complete", "1");
  return `${pathname}?${query}`;
}

/** Pages with related reading, which the browser looks for when it shows one. */
const READING = [
  "/news-events/news/:slug",
  "/events/:slug",
  "/projects/:status/:slug",
  "/blog/:slug",
];

/** The queries of a page, that for related reading included. */
const queriesOf = (match: SiteMatch, pathname: string) => [
  ...(match.route.queries?.(match) ?? []),
  ...(READING.includes(match.route.path) ? [relatedQuery(pathname)] : []),
];

function statusAndHead(
  page: OpenPage,
  match: SiteMatch,
  request: Pick<PageRequest, "pathname" | "gift" | "found" | "desk">,
  store: RequestStore,
) {
  const { pathname, gift = null, found = null, desk = null } = request;
  const { params, search } = match;
  const path = pagePath(pathname);
  const context: HeadContext = { params, search, path, peek: store.peek, gift, found, desk };
  const queries = queriesOf(match, pathname);
  const outcomes = queries
    .filter((query) => query.role === "page")
    .map((query) => store.peek(query));
  const { status, retryAfterSeconds } = outcomeStatus(outcomes);
  const head = page.head(context);
  return {
    freshness: pageFreshnessOf(queries.map((query) => store.peek(query))),
    isLive: match.route.isLive === true,
    tags: [...new Set(queries.flatMap(({ tags }) => tags))],
    status: status === 200 ? (page.status?.(context) ?? 200) : status,
    retryAfterSeconds,
    head: status === 200 ? head : { ...head, noindex: true },
  };
}

/** A page with a form that was refused has the form's status, and its title reports errors. */
function withForm(result: ReturnType<typeof statusAndHead>, form: FormState | null) {
  if (form === null || form.status === 200) return result;
  const title = errorTitle(result.head.title);
  return { ...result, status: form.status, head: { ...result.head, title, noindex: true } };
}

interface Page {
  match: SiteMatch;
  head: Head;
  all: PageAssets;
  store: RequestStore;
  nonce: string | null;
  isLate: boolean;
  /** Scripts take over in the browser. */
  isHydrated: boolean;
  children: ReactNode;
}

/** The document of a page; under data saver, with the account of what it does without. */
function documentOf(request: PageRequest, { match, head, all, store, nonce, ...page }: Page) {
  const { pathname, search, savesData, publicOrigin, form, takesPayments } = request;
  const saving = savesData ? createSavingPage(all) : null;
  const assets = saving?.assets ?? all;
  const saver = saving?.saver ?? null;
  const tree = (
    <Document
      assets={assets}
      savesData={savesData}
      head={<PageHead head={head} origin={publicOrigin} savesData={savesData} />}
      completeHref={nonce === null ? null : completeHref(request)}
      isLate={page.isLate}
      nonce={nonce ?? undefined}
      hasSampleContent={request.hasSampleContent}
      takesPayments={page.isHydrated && takesPayments}
      after={
        <SiteFooter
          now={request.now}
          switchHref={switchHref(match, pathname)}
          savesData={savesData}
        />
      }
      path={page.isHydrated && !savesData ? servedPath(match, pathname) : null}
      form={page.isHydrated && !savesData ? form : null}
    >
      {/* A page that is cached shows nothing of one visitor's URL to the others. */}
      <LocationContext
        value={firstLocation(pathname, match.route.isLive ? search : knownUrl(match, ""))}
      >
        <RequestContext value={{ ...request, store, origin: publicOrigin, saver }}>
          {page.children}
        </RequestContext>
      </LocationContext>
    </Document>
  );
  return { tree, assets, request, nonce, leftOutBytes: saving?.leftOutBytes };
}

interface RenderInput
  extends Omit<PageResponse<Destination>, "styleHashes" | "leftOutBytes" | "pipe"> {
  tree: ReactNode;
  assets: PageAssets;
  request: PageRequest;
  /** What a page under data saver does without. */
  leftOutBytes?: (() => number) | undefined;
}

/** Renders until the body can be sent: the shell when data is late, else the whole page. */
function renderToResponse({ tree, assets, request, leftOutBytes, ...rest }: RenderInput) {
  const { nonce } = rest;
  const { base, page, later } = assets.stylesheets ?? {};
  return new Promise<PageResponse<Destination>>((resolve, reject) => {
    const ready = () =>
      resolve({
        ...rest,
        styleHashes: [base, page, later].flatMap((stylesheet) => stylesheet?.hash ?? []),
        leftOutBytes: leftOutBytes?.() ?? null,
        pipe: (destination) => void pipe(destination),
      });
    const { pipe, abort } = renderToPipeableStream(tree, {
      bootstrapModules: assets.entry === "" ? [] : [assets.entry],
      ...(nonce === null ? { onAllReady: ready } : { nonce, onShellReady: ready }),
      // React would otherwise move a large article into place by an inline script.
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

/** A page with all its data links the styles that are for later, in place of carrying them. */
const withoutLater = ({ stylesheets, ...assets }: PageAssets): PageAssets => ({
  ...assets,
  stylesheets: stylesheets && { ...stylesheets, later: null },
});

/** A page is sent whole, without its late parts, unless data that it needs is late. */
async function renderPage(
  request: PageRequest,
  assetsOf: AssetsOf,
): Promise<PageResponse<Destination>> {
  const { pathname, search, form } = request;
  const match = matchSite(pathname, search);
  const { route } = match;
  const store = createRequestStore(request.siteData);
  store.visit(queriesOf(match, pathname));
  const page = await openPage(match);
  const role = store.isPending("page") ? "page" : "part";
  await headStart(store, request.headStartMs(role));
  const { head, ...rest } = withForm(statusAndHead(page, match, request, store), form);
  const nonce = store.isPending("page") ? request.makeNonce() : null;
  const isLate = store.isPending("part");
  if (nonce !== null || isLate) store.sendInParts();
  const known = assetsOf(`client/pages/${route.stylesOf ?? route.file}`);
  const assets = nonce !== null || isLate ? known : withoutLater(known);
  // A page that the server renders alone has no script, and nothing for one to compare.
  const isHydrated = !route.file.endsWith(".server-page.tsx");
  const all = isHydrated ? assets : { ...assets, entry: "", modules: [] };
  const children = <SiteLayout />;
  return renderToResponse({
    ...documentOf(request, { match, head, all, store, nonce, isLate, isHydrated, children }),
    ...rest,
    isLive: rest.isLive || isLate,
  });
}

export const createPageRenderer: CreatePageRenderer<Destination> = (assetsOf) => ({
  staticPaths,
  searchDocuments,
  hasPlaceholders,
  match(pathname, search) {
    const match = matchSite(pathname, search);
    return { route: match.route.path, key: pageKey(match, pathname) };
  },

  render: (request) => renderPage(request, assetsOf),

  async renderError(request, status) {
    const { pathname, requestId } = request;
    return renderToResponse({
      ...documentOf(request, {
        match: matchSite(pathname, ""),
        head: {
          title: documentWords.errorTitle,
          description: "",
          canonicalPath: pathname,
          noindex: true,
        },
        // It looks like that of an unknown page.
        all: withoutLater(assetsOf("client/pages/not-found/not-found.page.tsx")),
        store: createRequestStore(request.siteData),
        nonce: null,
        isLate: false,
        isHydrated: false,
        children: (
          <SiteShell>
            <ErrorView status={status} requestId={requestId} />
          </SiteShell>
        ),
      }),
      status,
      retryAfterSeconds: null,
      freshness: { state: "static", oldestFetchedAt: null },
      tags: [],
      isLive: false,
    });
  },
});
