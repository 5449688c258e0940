import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker, DataFor } from "../../shared/contract/api-data.ts";
import type { FormState } from "../../shared/contract/form-state.ts";
import type {
  PageRenderer,
  PageRequest,
  PageResponse,
} from "../../shared/contract/page-renderer.ts";
import { contentSecurityPolicy } from "../plugins/security-headers.ts";
import { askerOf } from "../routes/asker.ts";
import { cachePolicy } from "./cache-policy.ts";
import { freshForMs, sendCached, wholePageHeaders } from "./cached-page.ts";
import { chooseEncoding, createEncoder, encode } from "./encoding.ts";
import type { CachedPage, PageCache } from "./page-cache.ts";
import { createPageSink } from "./page-sink.ts";
import { isRobot } from "./robots.ts";

export type Renderer = PageRenderer<NodeJS.WritableStream>;
type Rendered = PageResponse<NodeJS.WritableStream>;

export interface PageDeps {
  renderer: Renderer;
  dataFor: DataFor;
  publicOrigin: string;
  headStartMs: number;
  /** `FRESH_SECONDS`: how long data of the source is not asked for again. */
  freshSeconds: number;
  /** Whole pages as ready bytes; null draws each anew. */
  pages: PageCache | null;
  /** The clock, milliseconds. */
  now: () => number;
}

/** Ends a render whose data never comes; the browser then asks for itself. */
const RENDER_LIMIT_MS = 10_000;

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
    signal: AbortSignal.any([asker.signal, AbortSignal.timeout(RENDER_LIMIT_MS)]),
    headStartMs: waitsForAll ? Number.POSITIVE_INFINITY : deps.headStartMs,
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

/** Keeps a whole page under its address; null when it is not one to keep. */
async function keepPage(key: string | null, rendered: Rendered, deps: PageDeps) {
  const { pages, publicOrigin, freshSeconds, now } = deps;
  if (!pages || key === null || rendered.status !== 200 || rendered.nonce !== null) return null;
  const { styleHashes } = rendered;
  const headers = wholePageHeaders({ isSecure: publicOrigin.startsWith("https:"), styleHashes });
  const forMs = freshForMs(rendered.freshness, { nowMs: now(), freshSeconds });
  return pages.keep(key, { bytes: await bytesOf(rendered), headers, freshForMs: forMs });
}

async function sendWhole(reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  const bytes = await bytesOf(rendered);
  const isGood = rendered.status < 400;
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
  reply.header("content-security-policy", contentSecurityPolicy({ nonce, isSecure, styleHashes }));
  if (rendered.retryAfterSeconds !== null) reply.header("retry-after", rendered.retryAfterSeconds);
  return nonce === null ? sendWhole(reply, rendered) : sendStream(reply, rendered);
}

/** Draws the page of the request's address, keeps it when it may be kept, and sends it. */
export async function renderPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string | null; deps: PageDeps },
): Promise<FastifyReply> {
  const rendered = await deps.renderer.render(pageRequest(request, askerOf(request, reply), deps));
  const kept = await keepPage(key, rendered, deps);
  if (!kept) return sendPage(reply, rendered, deps);
  sendCached(request, reply, kept);
  return reply;
}

/** Draws a kept page once more, for all who ask: no reader's leaving ends it. Null when none is left to keep. */
export async function redrawPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, deps }: { key: string; deps: PageDeps },
): Promise<CachedPage | null> {
  const asker = { ...askerOf(request, reply), signal: new AbortController().signal };
  const whole = { ...pageRequest(request, asker, deps), headStartMs: Number.POSITIVE_INFINITY };
  return keepPage(key, await deps.renderer.render(whole), deps);
}

/** Draws the page a form was posted to, with what was typed. For this visitor alone: never kept. */
export async function renderFormPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { form, deps }: { form: FormState; deps: PageDeps },
) {
  const whole = pageRequest(request, askerOf(request, reply), deps);
  const rendered = await deps.renderer.render({ ...whole, form });
  return sendPage(reply, rendered, deps);
}

/** Draws the page for a fault outside any route: the status and the request id, nothing of the fault. */
export async function renderErrorPage(
  reply: FastifyReply,
  { status, deps }: { status: number; deps: PageDeps },
) {
  const request = pageRequest(reply.request, askerOf(reply.request, reply), deps);
  return sendPage(reply, await deps.renderer.renderError(request, status), deps);
}
