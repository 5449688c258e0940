import { setTimeout as wait } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { type Account, accountOf, type PageCacheState } from "../observe/account.ts";
import { pagePolicyHeaders } from "../plugins/content-security-policy.ts";
import { securityHeaders } from "../plugins/security-headers.ts";
import { cachePolicy } from "./cache-policy.ts";
import { chooseEncoding, type Encoding } from "./encoding.ts";
import type { PageCache } from "./page-cache.ts";
import { addCoding, type CachedPage } from "./ready-page.ts";

/**
 * A page past its freshness waits this long for its successor before it is sent as it is. The source is
 * waited for 40 ms at most (server/bff/freshness.ts): what is long here is a machine out of breath, and
 * the old page does not say that it is a saved copy.
 */
const REFRESH_WAIT_MS = 1_000;
/** Pages name the server's minute: none is kept longer without a look. */
const LONGEST_FRESH_MS = 60_000;
const STATIC_FRESH_MS = 3_600_000;
/** Saved copies and failed parts are looked at again soon. */
const DOUBTFUL_FRESH_MS = 2_000;
/** Addresses longer than this are not worth remembering. */
const LONGEST_ADDRESS = 512;

/** How long a page may be sent without a thought, by what it stands on; milliseconds. */
export function freshForMs(
  { state, oldestFetchedAt }: PageResponse<unknown>["freshness"],
  { nowMs, freshSeconds }: { nowMs: number; freshSeconds: number },
): number {
  if (state === "static") return STATIC_FRESH_MS;
  if (state !== "fresh" || oldestFetchedAt === null) return DOUBTFUL_FRESH_MS;
  const leftMs = Date.parse(oldestFetchedAt) + freshSeconds * 1_000 - nowMs;
  return Math.max(0, Math.min(LONGEST_FRESH_MS, leftMs));
}

function wholePagePolicy({ state, status }: Parameters<typeof wholePageHeaders>[0]): string {
  if (status === 404) return cachePolicy.error;
  return state === "stale" || state === "failed" ? cachePolicy.doubtful : cachePolicy.page;
}

/** Names and values that every whole page carries, flat. */
export function wholePageHeaders(options: {
  isSecure: boolean;
  state: PageResponse<unknown>["freshness"]["state"];
  status: CachedPage["status"];
  styleHashes: readonly string[];
}): string[] {
  const headers = {
    ...securityHeaders(options),
    ...pagePolicyHeaders({ ...options, nonce: null }),
    "content-type": "text/html; charset=utf-8",
    "cache-control": wholePagePolicy(options),
    vary: "Accept-Encoding",
  };
  return Object.entries(headers).flat();
}

/** Which page an address stands for, remembered: matching costs more than all the rest of a hit. */
export function createKeyOf(
  pageKey: (pathname: string, search: string) => string | null,
): (url: string) => string | null {
  const known = new LRUCache<string, { key: string | null }>({ max: 5_000 });
  return (url) => {
    const before = known.get(url);
    if (before) return before.key;
    const [pathname = "/", query] = url.split("?", 2);
    // Not an address of ours: it leads to the one without its slash.
    if (pathname !== "/" && pathname.endsWith("/")) return null;
    const key = pageKey(pathname, query === undefined ? "" : `?${query}`);
    if (url.length <= LONGEST_ADDRESS) known.set(url, { key });
    return key;
  };
}

const TIMINGS: Readonly<Record<PageCacheState, string>> = {
  hit: "cache;desc=hit",
  refreshed: "cache;desc=refreshed",
  stale: "cache;desc=stale",
  miss: "cache;desc=miss",
  skip: "cache;desc=skip",
};

/** Where the time of a page went, for whoever looks at it in a browser. */
export function serverTiming({ pageCache, data, renderMs }: Account): string {
  const cache = TIMINGS[pageCache ?? "skip"];
  const source = data === null ? "" : `, data;desc=${data}`;
  const render = renderMs === null ? "" : `, render;dur=${renderMs}`;
  return `${cache}${source}${render}`;
}

const encodings = new LRUCache<string, Encoding>({ max: 100 });

function encodingFor(acceptEncoding: string): Encoding {
  const known = encodings.get(acceptEncoding);
  if (known) return known;
  const chosen = chooseEncoding(acceptEncoding);
  if (acceptEncoding.length <= LONGEST_ADDRESS) encodings.set(acceptEncoding, chosen);
  return chosen;
}

/** Whether the reader has this version already (RFC 9110, section 13.1.2: compared weakly). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.trim() === "*" || ifNoneMatch.includes(etag.replace(/^W\//, ""));
}

interface Kept {
  page: CachedPage;
  state: PageCacheState;
  /** The clock, milliseconds; for answers that say their age. */
  nowMs?: number;
}

/**
 * Sends ready bytes past the framework's own way of sending: lookup, headers, log line, nothing else.
 * `Server-Timing` says how they came about: a word that is ready too, but for what was just drawn.
 * Whoever is first to ask for a coding waits until it is made.
 */
export function sendCached(request: FastifyRequest, reply: FastifyReply, kept: Kept): void {
  const encoding = encodingFor(request.headers["accept-encoding"] ?? "");
  reply.hijack();
  if (kept.page.bodies[encoding]) sendBytes(request, reply, { ...kept, encoding });
  else void sendCoded(request, reply, { ...kept, encoding });
}

async function sendCoded(request: FastifyRequest, reply: FastifyReply, kept: KeptInCoding) {
  const { page, encoding } = kept;
  const isCoded = await addCoding(page, encoding).then(
    () => true,
    () => false,
  );
  sendBytes(request, reply, { ...kept, encoding: isCoded ? encoding : "identity" });
}

interface KeptInCoding extends Kept {
  encoding: Encoding;
}

function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  { page, state, nowMs = 0, encoding }: KeptInCoding,
): void {
  const account = accountOf(request);
  account.route = page.route;
  account.pageCache = state;
  account.data ??= page.data;
  account.ttfbMs = performance.now() - account.startedAt;
  const { fetchedAtMs, status } = page;
  const ofRequest = ["x-request-id", request.id];
  if (fetchedAtMs !== null) ofRequest.push("age", String(ageSeconds(fetchedAtMs, nowMs)));
  if (status === 200 && isKnown(request.headers["if-none-match"], page.etag)) {
    account.bytes = 0;
    reply.raw.writeHead(304, [...page.notModified, ...ofRequest]);
    reply.raw.end();
    return;
  }
  const { bodies, headers } = page;
  const body = bodies[encoding] ?? bodies.identity;
  const ofBody = headers[encoding] ?? headers.identity;
  account.bytes = body.length;
  const timing = account.renderMs === null ? TIMINGS[state] : serverTiming(account);
  reply.raw.writeHead(status, [...ofBody, "server-timing", timing, ...ofRequest]);
  reply.raw.end(body);
}

/** Seconds since data was had (RFC 9111, section 5.1). */
const ageSeconds = (fetchedAtMs: number, nowMs: number) =>
  Math.max(0, Math.round((nowMs - fetchedAtMs) / 1_000));

/**
 * The successor of a page past its freshness: one render for all who ask. Slow ones leave the old page
 * standing; null when the address has no page to keep any more.
 */
export async function refreshed(
  pages: PageCache,
  key: string,
  old: CachedPage,
  render: () => Promise<CachedPage | null>,
): Promise<CachedPage | null> {
  // What was begun goes on: who comes next is served by it.
  const flight = pages.refreshing.get(key) ?? begin();
  return Promise.race([flight, wait(REFRESH_WAIT_MS, old, { ref: false })]);

  function begin(): Promise<CachedPage | null> {
    const begun = render()
      .catch(() => old)
      .then((page) => {
        if (!page) pages.drop(key);
        return page;
      })
      .finally(() => pages.refreshing.delete(key));
    pages.refreshing.set(key, begun);
    return begun;
  }
}
