import type { ReactNode } from "react";
import { renderToPipeableStream } from "react-dom/server";
import { DATA_TAGS } from "../shared/contract/data-tags.ts";
import type { FormState } from "../shared/contract/form-state.ts";
import type { PageAssets } from "../shared/contract/page-assets.ts";
import type {
  CreatePageRenderer,
  PageRequest,
  PageResponse,
} from "../shared/contract/page-renderer.ts";
import { App } from "./app.tsx";
import { freshnessOf, outcomeStatus } from "./data/outcome-status.ts";
import { createRequestQueryStore, type RequestQueryStore } from "./data/request-query-store.ts";
import { Document } from "./document/document.tsx";
import { errorTitle } from "./document/head-text.ts";
import { PageHead } from "./document/page-head.tsx";
import { socialCardOf } from "./document/social-card.ts";
import { StaticRouter } from "./document/static-router.tsx";
import { StaticShell } from "./layout/static-shell.tsx";
import type { HeadContext, OpenPage } from "./page.ts";
import { ErrorView } from "./pages/error/error-view.tsx";
import { matchSite, openPage, pageKey, type SiteMatch, servedPath } from "./site-map.ts";
import { staticAddresses } from "./static-addresses.ts";
import { stories } from "./stories.ts";

type Destination = NodeJS.WritableStream;

interface Drawing {
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

const hashesOf = ({ sheets }: PageAssets) =>
  [sheets?.base, sheets?.page].flatMap((sheet) => (sheet ? [sheet.hash] : []));

/** Renders to the point where bytes may flow: the shell when data is late, else the whole page. */
function draw({ tree, assets, request, nonce, ...answer }: Drawing) {
  return new Promise<PageResponse<Destination>>((resolve, reject) => {
    const ready = () =>
      resolve({
        ...answer,
        nonce,
        styleHashes: hashesOf(assets),
        pipe: (destination) => void pipe(destination),
      });
    const { pipe, abort } = renderToPipeableStream(tree, {
      bootstrapModules: [assets.entry],
      ...(nonce === null ? {} : { nonce }),
      // A large article would otherwise be moved into place by an inline script.
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

/** Waits for the answers, at most the head start; an endless one waits for all. */
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

function completeHref({ pathname, search }: PageRequest): string {
  const query = new URLSearchParams(search);
  query.set("complete", "1");
  return `${pathname}?${query}`;
}

/** The status a page has earned, and its head. */
function judge(page: OpenPage, match: SiteMatch, path: string, store: RequestQueryStore) {
  const context: HeadContext = {
    params: match.params,
    search: match.search,
    path,
    peek: store.peek,
  };
  const queries = match.route.queries?.(match) ?? [];
  const outcomes = queries
    .filter((query) => query.role === "page")
    .map((query) => store.peek(query));
  const { status, retryAfterSeconds } = outcomeStatus(outcomes);
  const head = page.head(context);
  return {
    freshness: freshnessOf(queries.map((query) => store.peek(query))),
    isLive: match.route.isLive === true,
    // A question's key is the address of its answer, and that names the kind of data.
    tags: DATA_TAGS.filter((tag) =>
      queries.some(({ key }) => new RegExp(`^/bff/(feed/)?${tag}\\b`).test(key)),
    ),
    status: status === 200 ? (page.status?.(context) ?? 200) : status,
    retryAfterSeconds,
    head: status === 200 ? head : { ...head, noindex: true },
  };
}

/** A page whose form came back has the form's status, and says in its title that something is wrong. */
function withForm(judged: ReturnType<typeof judge>, form: FormState | null) {
  if (form === null) return judged;
  const { head } = judged;
  const title = head.title === null ? null : errorTitle(head.title);
  return { ...judged, status: form.status, head: { ...head, title, noindex: true } };
}

const NO_DATA = {
  retryAfterSeconds: null,
  freshness: { state: "static", oldestFetchedAt: null },
  tags: [],
  isLive: false,
} as const;

/** The client as the server sees it. */
export const createPageRenderer: CreatePageRenderer<Destination> = (assetsOf) => ({
  addresses: staticAddresses,
  pageKey,
  routeOf: (pathname) => matchSite(pathname, "").route.path,
  stories,

  async card({ pathname, siteData }) {
    const match = matchSite(pathname, "");
    const store = createRequestQueryStore(siteData);
    store.visit((match.route.queries?.(match) ?? []).filter((query) => query.role === "page"));
    const page = await openPage(match);
    await store.settled();
    const { head, status } = judge(page, match, pathname, store);
    // Pages name their card by their one true address: another address has none.
    const isNamed = head.canonicalPath.split("?", 1)[0] === pathname && !head.noindex;
    if (status !== 200 || !isNamed) return { kind: "none", status: status === 200 ? 404 : status };
    return { kind: "card", card: socialCardOf(head) };
  },

  async render(request) {
    const { pathname, search } = request;
    const match = matchSite(pathname, search);
    const store = createRequestQueryStore(request.siteData);
    store.visit(match.route.queries?.(match) ?? []);
    const page = await openPage(match);
    await headStart(store, request.headStartMs);
    const { form } = request;
    const { head, ...answer } = withForm(judge(page, match, pathname, store), form);
    const nonce = store.isPending() ? request.makeNonce() : null;
    const assets = assetsOf(`client/pages/${match.route.file}`);
    const tree = (
      <Document
        assets={assets}
        head={<PageHead head={head} origin={request.publicOrigin} />}
        completeHref={nonce === null ? null : completeHref(request)}
        nonce={nonce ?? undefined}
        year={new Date(request.now).getUTCFullYear()}
        path={servedPath(match, pathname)}
        form={form}
      >
        <StaticRouter pathname={pathname} search={search}>
          <App
            store={store}
            origin={request.publicOrigin}
            year={new Date(request.now).getUTCFullYear()}
            form={form}
          />
        </StaticRouter>
      </Document>
    );
    return draw({ tree, assets, request, nonce, ...answer });
  },

  async renderError(request, status) {
    const assets = assetsOf("client/pages/error/error-view.tsx");
    const head = {
      title: "Unexpected Application Error",
      description: "",
      canonicalPath: request.pathname,
      noindex: true,
    };
    const year = new Date(request.now).getUTCFullYear();
    const tree = (
      <Document
        assets={assets}
        head={<PageHead head={head} origin={request.publicOrigin} />}
        completeHref={null}
        nonce={undefined}
        year={year}
      >
        <StaticRouter pathname={request.pathname} search="">
          <StaticShell year={year}>
            <ErrorView status={status} requestId={request.requestId} />
          </StaticShell>
        </StaticRouter>
      </Document>
    );
    return draw({ tree, assets, request, nonce: null, status, ...NO_DATA });
  },
});
