import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import type { FormState } from "../../shared/contract/form-state.ts";
import type {
  PageRenderer,
  PageRequest,
  PageResponse,
} from "../../shared/contract/page-renderer.ts";
import type { DataFor } from "../contract/bff-data.ts";
import type { RequestContext } from "../contract/request-context.ts";
import type { CachedResponse } from "../http/cache/cached-response.ts";
import { freshForMs } from "../http/cache/freshness.ts";
import type { ResponseCache } from "../http/cache/response-cache.ts";
import { sendCached } from "../http/cache/send-cached.ts";
import { savesData } from "../http/data-saver.ts";
import { requestContextOf } from "../http/request-context.ts";
import { requestStatsOf, tenths } from "../observability/request-stats.ts";
import type { Tracing } from "../observability/tracing.ts";
import { bytesOf } from "./page-bytes.ts";
import { wholePageHeaders } from "./page-headers.ts";
import { finishSavingPage } from "./saving-page.ts";
import { sendPage } from "./send-page.ts";

export type Renderer = PageRenderer<NodeJS.WritableStream>;
type Rendered = PageResponse<NodeJS.WritableStream>;

export interface PageDeps {
  renderer: Renderer;
  dataFor: DataFor;
  publicOrigin: string;
  /** As in `PageRequest`. */
  hasSampleContent: boolean;
  /** Origins of the payment provider's pages, which forms may lead to; none without a provider. */
  formOrigins: readonly string[];
  /** How long a page may wait for data now, milliseconds; 0 while the source is too slow for it. */
  headStartMs: PageRequest["headStartMs"];
  /** `FRESH_SECONDS`: how long data of the source is not fetched again. */
  freshSeconds: number;
  /** The cache of whole pages; null renders every request. */
  pageCache: ResponseCache | null;
  /** The clock, milliseconds. */
  now: () => number;
  /** Null without a trace collector. */
  tracing: Tracing | null;
}

/** Ends a render whose data does not arrive; the browser then fetches it. */
const RENDER_LIMIT = { limitMs: 10_000 };

/** Longer paths are not repeated in an error page. */
const LONGEST_PATH = 1_000;

const forAll = () => Number.POSITIVE_INFINITY;

const makeNonce = () => randomBytes(16).toString("base64");

/** The request for the renderer. The host is the configured one, never that of the request. */
function pageRequest(
  request: FastifyRequest,
  context: RequestContext,
  deps: PageDeps,
): PageRequest {
  const [pathname = "/", query = ""] = request.url.split("?", 2);
  const search = new URLSearchParams(query);
  const isSaving = savesData(request.headers);
  // Without scripts nothing follows.
  const waitsForAll =
    isSaving || search.get("complete") === "1" || isbot(request.headers["user-agent"]);
  search.delete("complete");
  return {
    pathname,
    search: search.size > 0 ? `?${search}` : "",
    siteData: deps.dataFor(context),
    form: null,
    now: new Date(deps.now()).toISOString(),
    signal: context.signal,
    headStartMs: waitsForAll ? forAll : deps.headStartMs,
    makeNonce,
    requestId: request.id,
    publicOrigin: deps.publicOrigin,
    hasSampleContent: deps.hasSampleContent,
    takesPayments: deps.formOrigins.length > 0,
    savesData: isSaving,
    onError: (error) => request.log.error({ err: error }, "page could not be rendered"),
  };
}

const DATA = { static: null, fresh: "fresh", stale: "stale", failed: "none" } as const;

const render = async (request: FastifyRequest, page: PageRequest, deps: PageDeps) =>
  finishSavingPage(await renderTimed(request, page, deps));

/** Renders a page and records the time: of the whole, or of the shell when it is streamed. */
async function renderTimed(
  request: FastifyRequest,
  page: PageRequest,
  { renderer, tracing }: PageDeps,
): Promise<Rendered> {
  const stats = requestStatsOf(request);
  stats.route ??= renderer.match(page.pathname, page.search).route;
  const span = tracing?.beginSpan("render", tracing.traceparentOf(request));
  const startedAt = performance.now();
  try {
    const rendered = await renderer.render(page);
    span?.end({ "http.route": stats.route, status: rendered.status });
    return rendered;
  } catch (error) {
    span?.end({ "http.route": stats.route }, error);
    throw error;
  } finally {
    stats.renderMs = tenths(performance.now() - startedAt);
  }
}

interface StandIns {
  /** A picture is left out. */
  isOne: boolean;
}

function notingStandIns(context: RequestContext): StandIns {
  const standIns = { isOne: false };
  context.onStandIn = () => {
    standIns.isOne = true;
  };
  return standIns;
}

/** Caches a whole page under its key; null when it is not cacheable. */
async function cachePage(
  request: FastifyRequest,
  key: string | null,
  {
    rendered,
    purgesBefore,
    standIns,
  }: { rendered: Rendered; purgesBefore: number; standIns: StandIns },
  deps: PageDeps,
) {
  const { pageCache, publicOrigin, freshSeconds, formOrigins, now } = deps;
  const route = requestStatsOf(request).route ?? "*";
  const status = rendered.status === 404 && route === "*" ? 404 : 200;
  if (!pageCache || key === null || rendered.status !== status || rendered.nonce !== null)
    return null;
  if (rendered.isLive) return null;
  const { styleHashes } = rendered;
  // Its pictures may be there in a moment.
  const freshness = standIns.isOne
    ? { ...rendered.freshness, state: "stale" as const }
    : rendered.freshness;
  const { state } = freshness;
  const isSecure = publicOrigin.startsWith("https:");
  const saves = rendered.leftOutBytes !== null;
  const page = { isSecure, styleHashes, formOrigins, state, savesData: saves };
  const headers = wholePageHeaders({ ...page, status });
  const forMs = freshForMs(freshness, { nowMs: now(), freshSeconds });
  return pageCache.store(key, {
    bytes: await bytesOf(rendered),
    headers,
    freshForMs: forMs,
    tags: rendered.tags,
    purgesBefore,
    status,
    route,
    data: DATA[rendered.freshness.state],
  });
}

/** Renders the page of the request, caches it where it may be cached, and sends it. */
export async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string | null; deps: PageDeps },
): Promise<FastifyReply> {
  const purgesBefore = deps.pageCache?.purges() ?? 0;
  const context = requestContextOf(request, reply, RENDER_LIMIT);
  const standIns = notingStandIns(context);
  const rendered = await render(request, pageRequest(request, context, deps), deps);
  const cached = await cachePage(request, key, { rendered, purgesBefore, standIns }, deps);
  if (!cached) return sendPage(reply, rendered, deps);
  sendCached(request, reply, { response: cached, state: "miss" });
  return reply;
}

/** Renders a cached page again, for all who wait: no disconnect ends it. Null when it is no longer cacheable. */
export async function revalidatePage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string; deps: PageDeps },
): Promise<CachedResponse | null> {
  const context = {
    ...requestContextOf(request, reply),
    signal: AbortSignal.timeout(RENDER_LIMIT.limitMs),
  };
  const standIns = notingStandIns(context);
  const whole = { ...pageRequest(request, context, deps), headStartMs: forAll };
  const purgesBefore = deps.pageCache?.purges() ?? 0;
  const rendered = await render(request, whole, deps);
  return cachePage(request, key, { rendered, purgesBefore, standIns }, deps);
}

/** Renders a page with a form as it was posted, a gift, or what was found. For this visitor alone: never cached. */
export async function renderOwnPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { deps, ...own }: Pick<PageRequest, "gift" | "found"> & { form?: FormState; deps: PageDeps },
) {
  const whole = pageRequest(request, requestContextOf(request, reply, RENDER_LIMIT), deps);
  const rendered = await render(request, { ...whole, ...own }, deps);
  return sendPage(reply, rendered, deps);
}

/** Renders the page for an error outside any route: the status and the request id, nothing of the error. */
export async function renderErrorPage(
  reply: FastifyReply,
  { status, deps }: { status: number; deps: PageDeps },
) {
  const request = pageRequest(
    reply.request,
    requestContextOf(reply.request, reply, RENDER_LIMIT),
    deps,
  );
  // A URL that is an error by itself is not repeated in the page.
  const pathname = request.pathname.length > LONGEST_PATH ? "/" : request.pathname;
  const rendered = await deps.renderer.renderError({ ...request, pathname }, status);
  return sendPage(reply, await finishSavingPage(rendered), deps);
}
