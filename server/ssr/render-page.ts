import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { isbot } from "isbot";
import type { FormState } from "../../shared/contract/form-state.ts";
import type {
  PageRenderer,
  PageRequest,
  PageResponse,
} from "../../shared/contract/page-renderer.ts";
import type { DataFor } from "../bff/bff-data.ts";
import { weakEtag } from "../http/cache/etag.ts";
import {
  type CachedResponse,
  freshForMs,
  type ResponseCache,
  type ResponseToStore,
  sendCached,
} from "../http/cache/response-cache.ts";
import { savesData } from "../http/data-saver.ts";
import { requestContextOf } from "../http/request-context.ts";
import { requestStatsOf, tenths, traceparentOf } from "../observability/request-stats.ts";
import type { Tracing } from "../observability/tracing.ts";
import type { RequestContext } from "../upstream/request-context.ts";
import { bytesOf } from "./page-bytes.ts";
import { pageHeaders } from "./page-headers.ts";
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
    apiDocument: () => request.server.swagger(),
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
  const span = tracing?.beginSpan("render", traceparentOf(request));
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

/** The clocks within a page's data, which nobody reads: a page that differs in nothing else is not sent or encoded again. */
const CLOCKS = /"(?:now|fetchedAt)":"[^"]*"/g;

/** A whole page in the form that is cached; null when it is not cacheable. */
async function toCache(
  request: FastifyRequest,
  rendered: Rendered,
  { standIns, deps }: { standIns: StandIns; deps: PageDeps },
): Promise<CachedResponse | null> {
  const isUnknown = rendered.status === 404 && requestStatsOf(request).route === "*";
  if (rendered.nonce !== null || rendered.isLive || (rendered.status !== 200 && !isUnknown))
    return null;
  // Its pictures may be there in a moment.
  const freshness = standIns.isOne
    ? { ...rendered.freshness, state: "stale" as const }
    : rendered.freshness;
  const headers = pageHeaders({ ...rendered, freshness }, deps);
  const bytes = await bytesOf(rendered);
  const etag = weakEtag(JSON.stringify(headers), bytes.toString().replaceAll(CLOCKS, ""));
  const nowMs = deps.now();
  return {
    status: isUnknown ? 404 : 200,
    bytes,
    headers: { ...headers, etag },
    fetchedAtMs: null,
    freshUntilMs: nowMs + freshForMs(freshness, { nowMs, freshSeconds: deps.freshSeconds }),
    tags: rendered.tags,
    data: DATA[rendered.freshness.state],
  };
}

/** Renders the page of the request, caches it where it may be cached, and sends it. */
export async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string | null; deps: PageDeps },
): Promise<FastifyReply> {
  const { pageCache } = deps;
  const purgesBefore = pageCache?.purges() ?? 0;
  const context = requestContextOf(request, reply, RENDER_LIMIT);
  const standIns = notingStandIns(context);
  const rendered = await render(request, pageRequest(request, context, deps), deps);
  const isCached = pageCache !== null && key !== null;
  const response = isCached ? await toCache(request, rendered, { standIns, deps }) : null;
  if (!isCached || response === null) return sendPage(reply, rendered, deps);
  return sendCached(reply, pageCache.store(key, { response, purgesBefore }), "miss");
}

/** Renders a cached page again, for all who wait: no disconnect ends it. Null when it is no longer cacheable. */
export async function revalidatePage(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: PageDeps,
): Promise<ResponseToStore | null> {
  const context = {
    ...requestContextOf(request, reply),
    signal: AbortSignal.timeout(RENDER_LIMIT.limitMs),
  };
  const standIns = notingStandIns(context);
  const whole = { ...pageRequest(request, context, deps), headStartMs: forAll };
  const purgesBefore = deps.pageCache?.purges() ?? 0;
  const rendered = await render(request, whole, deps);
  const response = await toCache(request, rendered, { standIns, deps });
  return response && { response, purgesBefore };
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
