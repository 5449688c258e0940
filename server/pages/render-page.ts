import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isbot } from "isbot";
import { activeNotices } from "../../shared/content/notices.ts";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import type {
  PageRequest,
  PageResponse,
  SiteContent,
} from "../../shared/contract/page-renderer.ts";
import type { ContentQuery } from "../../shared/contract/site-data.ts";
import { languageOf } from "../../shared/languages.ts";
import type { Content } from "../content/site-content.ts";
import { acceptedEncoding, createEncoder, encode } from "../http/compress.ts";
import { weakEtag } from "../http/etag.ts";
import { cachePolicy, pagePolicyHeaders } from "../http/headers.ts";
import { ownBytes } from "../http/own-bytes.ts";
import type { ReadContext } from "../http/read-context.ts";
import { readContextOf, tenths, traceparentOf } from "../http/request-log.ts";
import { type CachedResponse, ResponseCache, sendCached } from "../http/response-cache.ts";
import { savesData } from "./data-saver.ts";

type Rendered = PageResponse<NodeJS.WritableStream>;

const inKilobytes = (bytes: number) => String(Math.ceil(bytes / 1_000));

async function bytesOf({ pipe, leftOutBytes }: Rendered): Promise<Buffer> {
  // React takes the event `close` as a sign that the visitor has left.
  const through = new PassThrough({ emitClose: false });
  pipe(through);
  const bytes = ownBytes(await buffer(through));
  if (leftOutBytes === null) return bytes;
  // Under data saver, the notice shows the page's own bytes in Brotli, and its full bytes with the files that are left out. The
  // notice comes first in the body, so `replace` finds the marks of the notice.
  const { length: used } = await encode(bytes, "br");
  const html = bytes.toString();
  const from = html.indexOf("<body");
  const body = html
    .slice(from)
    .replace(DATA_SAVER.usedMark, inKilobytes(used))
    .replace(DATA_SAVER.fullMark, inKilobytes(used + leftOutBytes));
  return ownBytes(Buffer.from(html.slice(0, from) + body));
}

function cacheControlOf({ nonce, status, isLive, leftOutBytes, freshness }: Rendered): string {
  if (nonce !== null) return cachePolicy.streamedPage;
  if (status >= 400 || isLive) return cachePolicy.error;
  if (leftOutBytes !== null) return cachePolicy.savingPage;
  const isGood = freshness.state === "static" || freshness.state === "fresh";
  return isGood ? cachePolicy.page : cachePolicy.stale;
}

/** A page with a notice that goes by itself is kept by shared caches no longer than a stale page. */
function expiryOf({ content, clock }: FastifyInstance, rendered: Rendered): string {
  const policy = cacheControlOf(rendered);
  const isNoticed = activeNotices(content.in("en").documents.notice, clock()).length > 0;
  return isNoticed && policy === cachePolicy.page ? cachePolicy.stale : policy;
}

const pageHeaders = (app: FastifyInstance, rendered: Rendered): Record<string, string> => ({
  ...pagePolicyHeaders(rendered, app),
  "content-type": "text/html; charset=utf-8",
  "cache-control": expiryOf(app, rendered),
  // A URL has two pages, with and without data saver, as browser or visitor choose (docs/decisions/0060).
  vary: "Accept-Encoding, Save-Data, Cookie",
});

async function sendPage(reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  const { nonce, retryAfterSeconds, status } = rendered;
  reply.code(status).headers(pageHeaders(reply.server, rendered));
  const { stats } = reply.request;
  stats.pageCache = "skip";
  stats.isStreamed = nonce !== null;
  if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds);
  if (nonce === null) return reply.send(await bytesOf(rendered));
  reply.header("x-accel-buffering", "no");
  const encoding = acceptedEncoding(reply.request);
  if (encoding !== null) reply.header("content-encoding", encoding);
  const flow = createEncoder(encoding);
  rendered.pipe(flow);
  return reply.send(flow);
}

/** The time limit of a render whose data does not arrive; the browser then fetches the data. */
const RENDER_LIMIT = { limitMs: 10_000 };

const forAll = () => Number.POSITIVE_INFINITY;

const DATA = { static: undefined, fresh: "fresh", stale: "stale", failed: "none" } as const;

/**
 * The timestamps in a page's data, which nobody reads. A page that differs in nothing else is not sent or encoded again.
 * Examples: `"now":"2026-07-18T09:00:00.000Z"`, `"fetchedAt":"2026-07-18T09:00:00.000Z"`.
 */
const CLOCKS = /"(?:now|fetchedAt)":"[^"]*"/g;

/** The requests whose page lacks a picture for now. */
const withStandIn = new WeakSet<FastifyRequest>();

/** Returns the request for the renderer. The host is the configured one, never that of the HTTP request. */
function requestOf(reply: FastifyReply, given?: ReadContext): PageRequest {
  const { request, server } = reply;
  const { siteData, source, clock, config, giving, content } = server;
  const context = given ?? readContextOf(request, reply, RENDER_LIMIT);
  const [pathname = "/", query = ""] = request.url.split("?", 2);
  const search = new URLSearchParams(query);
  const isSaving = savesData(request.headers);
  // Without scripts, late data cannot be added to the page.
  const waitsForAll =
    isSaving || search.get("complete") === "1" || isbot(request.headers["user-agent"]);
  search.delete("complete");
  context.onStandIn = () => withStandIn.add(request);
  context.language = languageOf(pathname);
  return {
    pathname,
    search: search.size > 0 ? `?${search}` : "",
    siteData: siteData.dataFor(context),
    content: server.content.in(languageOf(pathname)),
    form: null,
    data: null,
    apiDocument: () => server.swagger(),
    now: new Date(clock()).toISOString(),
    signal: context.signal,
    headStartMs: waitsForAll ? forAll : source.headStartMs,
    makeNonce: () => randomBytes(16).toString("base64"),
    requestId: request.id,
    publicOrigin: config.PUBLIC_ORIGIN,
    // Without a configured source, the site serves the embedded source.
    hasSampleContent: config.CONTENT_API_URL === undefined || content.hasPlaceholders,
    takesPayments: giving.payments !== null,
    savesData: isSaving,
    onError: (error) => request.log.error({ err: error }, "page could not be rendered"),
  };
}

/** Renders a page and records the time: of the whole page, or of the shell when the page is streamed. */
async function render({ request, server }: FastifyReply, page: PageRequest): Promise<Rendered> {
  const { client, tracing } = server;
  const { stats } = request;
  stats.route ??= client.renderer.match(page.pathname, page.search).route;
  const span = tracing?.beginSpan("render", traceparentOf(request));
  const startedAt = performance.now();
  try {
    const rendered = await client.renderer.render(page);
    span?.end({ "http.route": stats.route, status: rendered.status });
    return rendered;
  } catch (error) {
    span?.end({ "http.route": stats.route }, error);
    throw error;
  } finally {
    stats.renderMs = tenths(performance.now() - startedAt);
  }
}

async function toCache(reply: FastifyReply, rendered: Rendered): Promise<CachedResponse | null> {
  const { request, server } = reply;
  const isUnknown = rendered.status === 404 && request.stats.route === "*";
  if (rendered.nonce !== null || rendered.isLive || (rendered.status !== 200 && !isUnknown))
    return null;
  const { state, oldestFetchedAt } = rendered.freshness;
  // A missing picture may arrive in a moment, so the page counts as stale.
  const lacksPicture = withStandIn.has(request);
  const freshness = { oldestFetchedAt, state: lacksPicture ? ("stale" as const) : state };
  const headers = pageHeaders(server, { ...rendered, freshness });
  const bytes = await bytesOf(rendered);
  const etag = weakEtag(JSON.stringify(headers), bytes.toString("latin1").replaceAll(CLOCKS, ""));
  return {
    status: isUnknown ? 404 : 200,
    bytes,
    headers: { ...server.securityHeaders, ...headers, etag },
    fetchedAtMs: null,
    freshUntilMs: server.pages.pageCache.freshUntilMs(freshness),
    tags: rendered.tags,
    data: DATA[state],
    route: request.stats.route,
  };
}

/** Returns the documents of a draft as the outcome of a query. */
async function draftOutcome(draft: SiteContent, query: ContentQuery, now: string) {
  const data = draft.select(query);
  if (data === null) return { kind: "not-found" } as const;
  return { kind: "ok", data, meta: { now, fetchedAt: now, stale: false } } as const;
}

/** The renderer of pages for requests, with a cache of the pages that are the same for everybody. */
class Pages {
  readonly pageCache: ResponseCache;

  constructor(app: FastifyInstance, isImproved: boolean) {
    this.pageCache = new ResponseCache(app, { maxBytes: 32 * 1024 * 1024, isImproved });
  }

  async render(reply: FastifyReply, key: string | null): Promise<FastifyReply> {
    const purgesBefore = this.pageCache.purges;
    const rendered = await render(reply, requestOf(reply));
    const response = key === null ? null : await toCache(reply, rendered);
    if (key === null || response === null) return sendPage(reply, rendered);
    return sendCached(reply, this.pageCache.store(key, response, purgesBefore), "miss");
  }

  /** Renders a cached page again for all waiting visitors: no disconnect ends the render. Null when no longer cacheable. */
  revalidate(reply: FastifyReply, key: string, old: CachedResponse) {
    return this.pageCache.revalidate(key, old, async () => {
      const signal = AbortSignal.timeout(RENDER_LIMIT.limitMs);
      const context = { ...readContextOf(reply.request, reply), signal };
      const page = { ...requestOf(reply, context), headStartMs: forAll };
      return toCache(reply, await render(reply, page));
    });
  }

  /** Renders a page for this visitor alone: with a posted form, or with the data of a live page. Never cached. */
  async renderOwn(
    reply: FastifyReply,
    own: Partial<Pick<PageRequest, "form" | "data">>,
  ): Promise<FastifyReply> {
    return sendPage(reply, await render(reply, { ...requestOf(reply), ...own }));
  }

  /**
   * Renders a page with a draft of the content, for the member of staff who writes it, as it will be at another time if `now` is
   * given. Never cached.
   */
  async renderDraft(
    reply: FastifyReply,
    { pathname, content, now }: { pathname: string; content: Content; now?: string },
  ): Promise<FastifyReply> {
    const given = requestOf(reply);
    const request = now === undefined ? given : { ...given, now };
    const language = languageOf(pathname);
    const draft = content.in(language);
    const siteData = Object.create(request.siteData, {
      content: { value: (query: ContentQuery) => draftOutcome(draft, query, request.now) },
    });
    const page = { ...request, pathname, search: "", content: draft, siteData };
    const rendered = await render(reply, { ...page, headStartMs: forAll });
    return sendPage(reply, { ...rendered, isLive: true });
  }

  /** Renders the page for an error outside any route. The page shows the status and the request id, nothing of the error. */
  async renderError(reply: FastifyReply, status: number): Promise<FastifyReply> {
    const page = requestOf(reply);
    // The page does not repeat an overlong URL, which is an error by itself.
    const pathname = page.pathname.length > 1_000 ? "/" : page.pathname;
    const { renderer } = reply.server.client;
    return sendPage(reply, await renderer.renderError({ ...page, pathname }, status));
  }
}

declare module "fastify" {
  interface FastifyInstance {
    pages: Pages;
  }
}

export const pagesPlugin = fp<{ arePagesImproved?: boolean | undefined }>(
  async (app, { arePagesImproved = true }) => {
    app.decorate("pages", new Pages(app, arePagesImproved));
  },
  { name: "pages", dependencies: ["source", "giving"] },
);
