import hasPlaceholders from "virtual:content/placeholders";
import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import type { FormState } from "../shared/contract/form-state.ts";
import type { AssetsOf, PageAssets } from "../shared/contract/page-assets.ts";
import type {
  CreatePageRenderer,
  PageRequest,
  PageResponse,
} from "../shared/contract/page-renderer.ts";
import { App } from "./app.tsx";
import { GiftContext } from "./data/gift-context.ts";
import { outcomeStatus, pageFreshnessOf } from "./data/outcome-status.ts";
import { PaysContext } from "./data/pays-context.ts";
import { createRequestQueryStore, type RequestQueryStore } from "./data/request-query-store.ts";
import { Document } from "./document/document.tsx";
import { PageHead } from "./document/page-head.tsx";
import { socialCardOf } from "./document/social-card.ts";
import { errorTitle } from "./format/error-title.ts";
import { AfterRoot } from "./layout/after-root.tsx";
import { SiteShell } from "./layout/site-shell.tsx";
import type { HeadContext, OpenPage } from "./page.ts";
import { ErrorView } from "./pages/error/error-view.tsx";
import { matchSite, pageKey, type SiteMatch, servedPath } from "./router/match-route.ts";
import { openPage } from "./router/open-page.ts";
import { StaticRouter } from "./router/static-router.tsx";
import { staticPaths } from "./static-paths.ts";

type Destination = NodeJS.WritableStream;

interface RenderInput {
  tree: ReactNode;
  assets: PageAssets;
  request: PageRequest;
  nonce: string | null;
  status: number;
  retryAfterSeconds: number | null;
  freshness: PageResponse<Destination>["freshness"];
  tags: PageResponse<Destination>["tags"];
  isLive: boolean;
}

const hashesOf = ({ stylesheets }: PageAssets) =>
  [stylesheets?.base, stylesheets?.page].flatMap((stylesheet) =>
    stylesheet ? [stylesheet.hash] : [],
  );

/** Renders until the body can be sent: the shell when data is late, else the whole page. */
function renderToResponse({ tree, assets, request, nonce, ...rest }: RenderInput) {
  return new Promise<PageResponse<Destination>>((resolve, reject) => {
    const ready = () =>
      resolve({
        ...rest,
        nonce,
        styleHashes: hashesOf(assets),
        pipe: (destination) => void pipe(destination),
      });
    const { pipe, abort } = renderToPipeableStream(tree, {
      bootstrapModules: assets.entry === "" ? [] : [assets.entry],
      ...(nonce === null ? {} : { nonce }),
      // React would otherwise move a large article into place by an inline script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onError: (error) => {
        if (!request.signal.aborted) request.onError(error);
        return request.requestId;
      },
      ...(nonce === null ? { onAllReady: ready } : { onShellReady: ready }),
    });
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
}

/** Waits for the outcomes, at most the head start; an infinite one waits for all. */
async function headStart(store: RequestQueryStore, headStartMs: number): Promise<void> {
  if (!store.isPending()) return;
  if (headStartMs === Number.POSITIVE_INFINITY) {
    await store.settled();
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => {
    timer = setTimeout(resolve, headStartMs);
  });
  await Promise.race([store.settled(), timeUp]);
  clearTimeout(timer);
}

/** Of a page that the server renders alone: no script, and nothing for one to compare. */
function assetsFor({ file, stylesOf }: SiteMatch["route"], assetsOf: AssetsOf): PageAssets {
  if (stylesOf === undefined) return assetsOf(`client/pages/${file}`);
  return { ...assetsOf(`client/pages/${stylesOf}`), entry: "", modules: [] };
}

function completeHref({ pathname, search }: PageRequest): string {
  const query = new URLSearchParams(search);
  query.set("complete", "1");
  return `${pathname}?${query}`;
}

/** The status of a page, and its head. */
function statusAndHead(
  page: OpenPage,
  match: SiteMatch,
  { pathname: path, gift = null }: Pick<PageRequest, "pathname" | "gift">,
  store: RequestQueryStore,
) {
  const context: HeadContext = {
    params: match.params,
    search: match.search,
    path,
    peek: store.peek,
    gift,
  };
  const queries = match.route.queries?.(match) ?? [];
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
  store.visit(match.route.queries?.(match) ?? []);
  const page = await openPage(match);
  const role = store.isPending("page") ? "page" : "part";
  await headStart(store, request.headStartMs(role));
  const { form } = request;
  const { head, ...rest } = withForm(statusAndHead(page, match, request, store), form);
  const nonce = store.isPending("page") ? request.makeNonce() : null;
  const isLate = store.isPending("part");
  const assets = assetsFor(match.route, assetsOf);
  const tree = (
    <Document
      assets={assets}
      head={<PageHead head={head} origin={request.publicOrigin} />}
      completeHref={nonce === null ? null : completeHref(request)}
      isLate={isLate}
      nonce={nonce ?? undefined}
      hasSampleContent={request.hasSampleContent}
      takesPayments={request.takesPayments}
      after={<AfterRoot now={request.now} />}
      path={servedPath(match, pathname)}
      form={match.route.stylesOf === undefined ? form : null}
    >
      <StaticRouter pathname={pathname} search={search}>
        <PaysContext value={request.takesPayments}>
          <GiftContext value={request.gift ?? null}>
            <App store={store} origin={request.publicOrigin} form={form} />
          </GiftContext>
        </PaysContext>
      </StaticRouter>
    </Document>
  );
  const isLive = rest.isLive || isLate;
  return renderToResponse({ tree, assets, request, nonce, ...rest, isLive });
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
  hasPlaceholders,
  match(pathname, search) {
    const match = matchSite(pathname, search);
    return { route: match.route.path, key: pageKey(match, pathname) };
  },

  async card({ pathname, siteData }) {
    const match = matchSite(pathname, "");
    const store = createRequestQueryStore(siteData);
    store.visit((match.route.queries?.(match) ?? []).filter((query) => query.role === "page"));
    const page = await openPage(match);
    await store.settled();
    const { head, status } = statusAndHead(page, match, { pathname }, store);
    // A card has the canonical URL of its page: any other URL has none.
    const isNamed = head.canonicalPath.split("?", 1)[0] === pathname && !head.noindex;
    if (status !== 200 || !isNamed) return { kind: "none", status: status === 200 ? 404 : status };
    return { kind: "card", card: socialCardOf(head) };
  },

  render: (request) => renderPage(request, assetsOf),

  async renderError(request, status) {
    const assets = assetsOf("client/pages/error/error-view.tsx");
    const head = {
      title: "Unexpected Application Error",
      description: "",
      canonicalPath: request.pathname,
      noindex: true,
    };
    const tree = (
      <Document
        assets={assets}
        head={<PageHead head={head} origin={request.publicOrigin} />}
        completeHref={null}
        nonce={undefined}
        hasSampleContent={request.hasSampleContent}
        after={<AfterRoot now={request.now} />}
      >
        <StaticRouter pathname={request.pathname} search="">
          <SiteShell>
            <ErrorView status={status} requestId={request.requestId} />
          </SiteShell>
        </StaticRouter>
      </Document>
    );
    return renderToResponse({ tree, assets, request, nonce: null, status, ...NO_DATA });
  },
});
