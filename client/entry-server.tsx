import hasPlaceholders from "virtual:content/placeholders";
import * as documentWords from "../content/words/en/document.json";
import type { FormState } from "../shared/contract/form-state.ts";
import type {
  AssetsOf,
  CreatePageRenderer,
  PageRequest,
  PageResponse,
} from "../shared/contract/page-renderer.ts";
import { App } from "./app.tsx";
import { searchDocuments, staticPaths } from "./content-pages.tsx";
import { DataSaverContext } from "./data/data-saver-context.ts";
import { GiftContext } from "./data/gift-context.ts";
import { headStart } from "./data/head-start.ts";
import { outcomeStatus, pageFreshnessOf } from "./data/outcome-status.ts";
import { PaysContext } from "./data/pays-context.ts";
import { createRequestQueryStore, type RequestQueryStore } from "./data/request-query-store.ts";
import { ApiDocumentContext, SearchContext } from "./data/search-context.ts";
import { createSavingPage, Document } from "./document/document.tsx";
import { PageHead } from "./document/page-head.tsx";
import { pagePath } from "./format/hrefs.ts";
import { errorTitle } from "./format/text.ts";
import { AfterRoot } from "./layout/after-root.tsx";
import { SiteShell } from "./layout/site-layout.tsx";
import type { HeadContext, OpenPage } from "./page.ts";
import { ErrorView } from "./pages/error/error-view.tsx";
import { renderToResponse } from "./render-to-response.ts";
import {
  knownUrl,
  matchSite,
  pageKey,
  type SiteMatch,
  servedPath,
  switchHref,
} from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import { StaticRouter } from "./router/static-router.tsx";
import { assetsFor, queriesOf } from "./server-routes.ts";

type Destination = NodeJS.WritableStream;

function completeHref({ pathname, search }: PageRequest): string {
  const query = new URLSearchParams(search);
  query.set("complete", "1");
  return `${pathname}?${query}`;
}

/** The status of a page, and its head. */
function statusAndHead(
  page: OpenPage,
  match: SiteMatch,
  { pathname, gift = null, found = null }: Pick<PageRequest, "pathname" | "gift" | "found">,
  store: RequestQueryStore,
) {
  const context: HeadContext = {
    params: match.params,
    search: match.search,
    path: pagePath(pathname),
    peek: store.peek,
    gift,
    found,
  };
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

/** A page is sent whole, without its late parts, unless data that it needs is late. */
async function renderPage(
  request: PageRequest,
  assetsOf: AssetsOf,
): Promise<PageResponse<Destination>> {
  const { pathname, search } = request;
  const match = matchSite(pathname, search);
  const store = createRequestQueryStore(request.siteData);
  store.visit(queriesOf(match, pathname));
  const page = await openPage(match);
  const role = store.isPending("page") ? "page" : "part";
  await headStart(store, request.headStartMs(role));
  const { form } = request;
  const { head, ...rest } = withForm(statusAndHead(page, match, request, store), form);
  const nonce = store.isPending("page") ? request.makeNonce() : null;
  const isLate = store.isPending("part");
  const { savesData } = request;
  const all = assetsFor(match.route, assetsOf);
  const saving = savesData ? createSavingPage(all) : null;
  const assets = saving?.assets ?? all;
  const tree = (
    <Document
      assets={assets}
      savesData={savesData}
      head={<PageHead head={head} origin={request.publicOrigin} savesData={savesData} />}
      completeHref={nonce === null ? null : completeHref(request)}
      isLate={isLate}
      nonce={nonce ?? undefined}
      hasSampleContent={request.hasSampleContent}
      takesPayments={request.takesPayments}
      after={
        <AfterRoot
          now={request.now}
          switchHref={switchHref(match, pathname)}
          savesData={savesData}
        />
      }
      path={savesData ? null : servedPath(match, pathname)}
      form={match.route.stylesOf === undefined && !savesData ? form : null}
    >
      <StaticRouter
        pathname={pathname}
        // A page that is cached shows nothing of one visitor's URL to the others.
        search={match.route.isLive ? search : knownUrl(match, "")}
      >
        <PaysContext value={request.takesPayments}>
          <GiftContext value={request.gift ?? null}>
            <SearchContext value={request.found ?? null}>
              <ApiDocumentContext value={request.apiDocument}>
                <DataSaverContext value={saving?.saver ?? null}>
                  <App store={store} origin={request.publicOrigin} form={form} />
                </DataSaverContext>
              </ApiDocumentContext>
            </SearchContext>
          </GiftContext>
        </PaysContext>
      </StaticRouter>
    </Document>
  );
  const isLive = rest.isLive || isLate;
  const { leftOutBytes } = saving ?? {};
  return renderToResponse({ tree, assets, request, nonce, ...rest, isLive, leftOutBytes });
}

const NO_DATA = {
  retryAfterSeconds: null,
  freshness: { state: "static", oldestFetchedAt: null },
  tags: [],
  isLive: false,
} as const;

/** The client's interface for the server. */
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
    const { savesData } = request;
    const all = assetsOf("client/pages/error/error-view.tsx");
    const saving = savesData ? createSavingPage(all) : null;
    const assets = saving?.assets ?? all;
    const head = {
      title: documentWords.errorTitle,
      description: "",
      canonicalPath: request.pathname,
      noindex: true,
    };
    const tree = (
      <Document
        assets={assets}
        savesData={savesData}
        head={<PageHead head={head} origin={request.publicOrigin} savesData={savesData} />}
        completeHref={null}
        nonce={undefined}
        hasSampleContent={request.hasSampleContent}
        after={
          <AfterRoot
            now={request.now}
            switchHref={switchHref(matchSite(request.pathname, ""), request.pathname)}
            savesData={savesData}
          />
        }
      >
        <StaticRouter pathname={request.pathname} search="">
          <DataSaverContext value={saving?.saver ?? null}>
            <SiteShell>
              <ErrorView status={status} requestId={request.requestId} />
            </SiteShell>
          </DataSaverContext>
        </StaticRouter>
      </Document>
    );
    const { leftOutBytes } = saving ?? {};
    return renderToResponse({
      ...{ tree, assets, request, nonce: null, status, leftOutBytes },
      ...NO_DATA,
    });
  },
});
