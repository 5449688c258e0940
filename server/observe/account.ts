import type { FastifyRequest } from "fastify";
import type { DataState, SourceNote } from "../../shared/contract/api-data.ts";

/**
 * How a page came about. `hit`: ready bytes. `refreshed`: past its freshness, drawn anew in time.
 * `stale`: past it, sent as it was. `miss`: drawn and kept. `skip`: drawn for this reader alone.
 */
export const PAGE_CACHE_STATES = ["hit", "refreshed", "stale", "miss", "skip"] as const;
export type PageCacheState = (typeof PAGE_CACHE_STATES)[number];

/** What is known of one request at its end: the log line and the metrics are made of it. */
export interface Account {
  /** `performance.now()`. */
  startedAt: number;
  /** 32 hex digits, when a trace was begun or continued. */
  traceId: string | null;
  /** The page's own template, where the server's route takes every page. */
  route: string | null;
  ttfbMs: number | null;
  /** Of the body, where it is known before it is sent. */
  bytes: number | null;
  /** Written on the socket before this answer. */
  socketBytes: number;
  pageCache: PageCacheState | null;
  data: DataState | null;
  /** Calls to sources that were made for this request and ended before it. */
  sources: SourceNote[] | null;
  renderMs: number | null;
  isStreamed: boolean;
  isShed: boolean;
  /** The limit that refused a post. */
  limited: string | null;
}

declare module "fastify" {
  interface FastifyRequest {
    account: Account | null;
  }
}

/** The account of a request, opened when it is first asked for. */
export function accountOf(request: FastifyRequest): Account {
  request.account ??= {
    startedAt: performance.now(),
    traceId: null,
    route: null,
    ttfbMs: null,
    bytes: null,
    socketBytes: 0,
    pageCache: null,
    data: null,
    sources: null,
    renderMs: null,
    isStreamed: false,
    isShed: false,
    limited: null,
  };
  return request.account;
}

/** Milliseconds with one decimal: enough to see, short to print. */
export const tenths = (ms: number): number => Math.round(ms * 10) / 10;

/** From worst to best: a page of several parts is as good as its worst. */
const ORDER: readonly DataState[] = ["none", "stale", "refreshed", "fresh"];

/** Notes how an answer for this request came about. */
export function noteData(account: Account, state: DataState): void {
  if (account.data === null || ORDER.indexOf(state) < ORDER.indexOf(account.data))
    account.data = state;
}
