import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker, DataFor } from "../../shared/contract/api-data.ts";
import type { FormState } from "../../shared/contract/form-state.ts";
import type {
  PageRenderer,
  PageRequest,
  PageResponse,
} from "../../shared/contract/page-renderer.ts";
import { accountOf, tenths } from "../observe/account.ts";
import type { Tracing } from "../observe/tracing.ts";
import { pagePolicyHeaders } from "../plugins/content-security-policy.ts";
import { askerOf } from "../routes/asker.ts";
import { cachePolicy } from "./cache-policy.ts";
import { freshForMs, sendCached, serverTiming, wholePageHeaders } from "./cached-page.ts";
import { chooseEncoding, createEncoder, encode } from "./encoding.ts";
import type { PageCache } from "./page-cache.ts";
import { createPageSink } from "./page-sink.ts";
import type { CachedPage } from "./ready-page.ts";
import { isRobot } from "./robots.ts";

export type Renderer = PageRenderer<NodeJS.WritableStream>;
type Rendered = PageResponse<NodeJS.WritableStream>;

export interface PageDeps {
  renderer: Renderer;
  dataFor: DataFor;
  publicOrigin: string;
  /** How long a page may wait for data now, milliseconds; 0 while the source is too slow for it. */
  headStartMs: () => number;
  /** `FRESH_SECONDS`: how long data of the source is not asked for again. */
  freshSeconds: number;
  /** Whole pages as ready bytes; null draws each anew. */
  pages: PageCache | null;
  /** The clock, milliseconds. */
  now: () => number;
  /** Null when nobody collects traces. */
  tracing: Tracing | null;
}

/** Ends a render whose data never comes; the browser then asks for itself. */
const RENDER_LIMIT = { limitMs: 10_000 };

/** Of an address that an error page still names. */
const LONGEST_PATH = 1_000;

const makeNonce = () => randomBytes(16).toString("base64");

/** The request as the page sees it. The host is ours, never the one the request names. */
function pageRequest(request: FastifyRequest, asker: Asker, deps: PageDeps): PageRequest {
  const [pathname = "/", query = ""] = request.url.split("?", 2);
  const search = new URLSearchParams(query);
  const waitsForAll = search.get("complete") === "1" || isRobot(request.headers["user-agent"]);
  search.delete("complete");
  return {
    pathname,
    search: search.size > 0 ? `?${search}` : "",
    siteData: deps.dataFor(asker),
    form: null,
    now: new Date(deps.now()).toISOString(),
    signal: asker.signal,
    headStartMs: waitsForAll ? Number.POSITIVE_INFINITY : deps.headStartMs(),
    makeNonce,
    requestId: request.id,
    publicOrigin: deps.publicOrigin,
    onError: (error) => request.log.error({ err: error }, "page could not be drawn"),
  };
}

/** The bytes of a page that is drawn to its end. */
async function bytesOf(rendered: Rendered): Promise<Buffer> {
  const { sink, done } = createPageSink();
  rendered.pipe(sink);
  return done;
}

const DATA = { static: null, fresh: "fresh", stale: "stale", failed: "none" } as const;

/** Asks for a page, and notes how long its drawing took: all of it, or its shell when it is streamed. */
async function drawn(
  request: FastifyRequest,
  page: PageRequest,
  { renderer, tracing }: PageDeps,
): Promise<Rendered> {
  const account = accountOf(request);
  account.route = renderer.routeOf(page.pathname);
  const span = tracing?.beginSpan("render", tracing.traceparentOf(request));
  const startedAt = performance.now();
  try {
    const rendered = await renderer.render(page);
    span?.end({ "http.route": account.route, status: rendered.status });
    return rendered;
  } catch (fault) {
    span?.end({ "http.route": account.route }, fault);
    throw fault;
  } finally {
    account.renderMs = tenths(performance.now() - startedAt);
  }
}

/** Keeps a whole page under its address; null when it is not one to keep. */
async function keepPage(
  request: FastifyRequest,
  key: string | null,
  { rendered, purgesBefore }: { rendered: Rendered; purgesBefore: number },
  deps: PageDeps,
) {
  const { pages, publicOrigin, freshSeconds, now } = deps;
  const route = accountOf(request).route ?? "*";
  const status = rendered.status === 404 && route === "*" ? 404 : 200;
  if (!pages || key === null || rendered.status !== status || rendered.nonce !== null) return null;
  if (rendered.isLive) return null;
  const { styleHashes } = rendered;
  const { state } = rendered.freshness;
  const isSecure = publicOrigin.startsWith("https:");
  const headers = wholePageHeaders({ isSecure, styleHashes, state, status });
  const forMs = freshForMs(rendered.freshness, { nowMs: now(), freshSeconds });
  return pages.keep(key, {
    ...{ bytes: await bytesOf(rendered), headers, freshForMs: forMs },
    ...{ tags: rendered.tags, purgesBefore },
    ...{ status, route, data: DATA[state] },
  });
}

async function sendWhole(reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  const bytes = await bytesOf(rendered);
  const isGood = rendered.status < 400 && !rendered.isLive;
  reply.header("cache-control", isGood ? cachePolicy.page : cachePolicy.error);
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await encode(bytes, encoding));
}

function sendStream(reply: FastifyReply, rendered: Rendered): FastifyReply {
  reply.header("cache-control", cachePolicy.streamedPage);
  reply.header("x-accel-buffering", "no");
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const flow = createEncoder(encoding);
  rendered.pipe(flow);
  return reply.send(flow);
}

/** Sends what the renderer made: whole and shareable, or as a stream that holds a nonce. */
async function sendPage(reply: FastifyReply, rendered: Rendered, deps: PageDeps) {
  const isSecure = deps.publicOrigin.startsWith("https:");
  const { nonce, styleHashes } = rendered;
  reply.code(rendered.status);
  reply.header("content-type", "text/html; charset=utf-8");
  reply.header("vary", "Accept-Encoding");
  reply.headers(pagePolicyHeaders({ nonce, isSecure, styleHashes }));
  const account = accountOf(reply.request);
  account.pageCache = "skip";
  account.isStreamed = nonce !== null;
  reply.header("server-timing", serverTiming(account));
  if (rendered.retryAfterSeconds !== null) reply.header("retry-after", rendered.retryAfterSeconds);
  return nonce === null ? sendWhole(reply, rendered) : sendStream(reply, rendered);
}

/** Draws the page of the request's address, keeps it when it may be kept, and sends it. */
export async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string | null; deps: PageDeps },
): Promise<FastifyReply> {
  const purgesBefore = deps.pages?.purges() ?? 0;
  const asked = pageRequest(request, askerOf(request, reply, RENDER_LIMIT), deps);
  const rendered = await drawn(request, asked, deps);
  const kept = await keepPage(request, key, { rendered, purgesBefore }, deps);
  if (!kept) return sendPage(reply, rendered, deps);
  sendCached(request, reply, { page: kept, state: "miss" });
  return reply;
}

/** Draws a kept page once more, for all who ask: no reader's leaving ends it. Null when none is left to keep. */
export async function redrawPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string; deps: PageDeps },
): Promise<CachedPage | null> {
  const asker = { ...askerOf(request, reply), signal: AbortSignal.timeout(RENDER_LIMIT.limitMs) };
  const whole = { ...pageRequest(request, asker, deps), headStartMs: Number.POSITIVE_INFINITY };
  const purgesBefore = deps.pages?.purges() ?? 0;
  const rendered = await drawn(request, whole, deps);
  return keepPage(request, key, { rendered, purgesBefore }, deps);
}

/** Draws the page a form was posted to, with what was typed. For this visitor alone: never kept. */
export async function renderFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, deps }: { form: FormState; deps: PageDeps },
) {
  const whole = pageRequest(request, askerOf(request, reply, RENDER_LIMIT), deps);
  const rendered = await drawn(request, { ...whole, form }, deps);
  return sendPage(reply, rendered, deps);
}

/** Draws the page for a fault outside any route: the status and the request id, nothing of the fault. */
export async function renderErrorPage(
  reply: FastifyReply,
  { status, deps }: { status: number; deps: PageDeps },
) {
  const request = pageRequest(reply.request, askerOf(reply.request, reply, RENDER_LIMIT), deps);
  // An address that is a fault by itself is not repeated in the page.
  const pathname = request.pathname.length > LONGEST_PATH ? "/" : request.pathname;
  return sendPage(reply, await deps.renderer.renderError({ ...request, pathname }, status), deps);
}
