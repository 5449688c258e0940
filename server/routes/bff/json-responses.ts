import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { DataTag } from "../../../shared/contract/data-tags.ts";
import type { OutcomeMeta } from "../../../shared/contract/outcome.ts";
import { acceptsJson } from "../../http/accept-json.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { createCachedResponse } from "../../http/cache/cached-response.ts";
import { entityTag } from "../../http/cache/etag.ts";
import { freshForMs } from "../../http/cache/freshness.ts";
import type { ResponseCache } from "../../http/cache/response-cache.ts";
import { type CacheHit, sendCached } from "../../http/cache/send-cached.ts";
import { openToAll } from "../../http/security/cross-origin.ts";
import { securityHeaders } from "../../http/security/security-headers.ts";

export interface JsonResponseDeps {
  /** Responses as bytes, by their URL. */
  cache: ResponseCache;
  /** `FRESH_SECONDS`: how long data of the source is not fetched again. */
  freshSeconds: number;
  isSecure: boolean;
  /** The clock, milliseconds. */
  now: () => number;
}

/** A response before it is serialised. */
export interface JsonResponse {
  schema: z.ZodType;
  body: { data: unknown; meta: OutcomeMeta; links: object };
  /** A `Link` header. */
  link?: string;
  /** Of the item alone, where a change names it in If-Match; of the whole body unless given. */
  etag?: string;
}

/** A stale item is no base for a change: its tag differs from that of the current item. */
const staleTag = (etag: string) => etag.replace(/"$/, '-saved"');

/** Without the clock: equal data has an equal tag. */
function tagOf({ body: { data, meta, links }, etag }: JsonResponse): string {
  if (etag !== undefined) return meta.stale ? staleTag(etag) : etag;
  return `W/${entityTag([data, links, meta.stale])}`;
}

export interface JsonResponses {
  /** Sends the cached response of this URL, past the framework; false when there is none. */
  sendFresh(request: FastifyRequest, reply: FastifyReply): boolean;
  /** To be read before the data: what was read before a purge is not cached after it. */
  purges(): number;
  send(reply: FastifyReply, response: JsonResponse, purgesBefore: number): Promise<FastifyReply>;
}

const bytesOf = ({ schema, body }: JsonResponse) =>
  Buffer.from(JSON.stringify(z.encode(schema, body)));

function commonHeaders(isSecure: boolean): string[] {
  return Object.entries({
    ...securityHeaders({ isSecure }),
    ...openToAll,
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  }).flat();
}

function headersOf({ link, body }: JsonResponse, common: readonly string[]): string[] {
  const policy = body.meta.stale ? cachePolicy.stale : cachePolicy.api;
  const headers = [...common, "cache-control", policy];
  return link === undefined ? headers : [...headers, "link", link];
}

/** What a response is cached with, whether or not it is stored. */
function entryOf(request: FastifyRequest, response: JsonResponse, common: readonly string[]) {
  const { meta } = response.body;
  // A news item names events and an event names news: a change of either may show.
  const tags: readonly DataTag[] = ["news", "events"];
  return {
    tags,
    data: meta.stale ? ("stale" as const) : ("fresh" as const),
    route: request.routeOptions.url ?? "*",
    bytes: bytesOf(response),
    headers: headersOf(response, common),
    etag: tagOf(response),
    fetchedAtMs: Date.parse(meta.fetchedAt),
  };
}

/** Sends responses of `/bff` as bytes, through the cache that pages use too. */
export function createJsonResponses({
  cache,
  freshSeconds,
  isSecure,
  now,
}: JsonResponseDeps): JsonResponses {
  const common = commonHeaders(isSecure);
  const findHit = (url: string, { accept }: IncomingHttpHeaders): CacheHit | null => {
    if (!acceptsJson(accept)) return null;
    const cached = cache.get(url);
    const nowMs = now();
    const isFresh = cached !== undefined && cached.freshUntilMs > nowMs;
    return isFresh ? { response: cached, state: "hit", nowMs } : null;
  };
  return {
    sendFresh(request, reply) {
      const hit = findHit(request.url, request.headers);
      if (!hit) return false;
      sendCached(request, reply, hit);
      return true;
    },
    purges: () => cache.purges(),
    async send(reply, response, purgesBefore) {
      const { request } = reply;
      const { fetchedAt, stale } = response.body.meta;
      const entry = entryOf(request, response, common);
      if (stale) {
        // Not stored: the source may respond again at the next request.
        const cached = createCachedResponse({ ...entry, status: 200, freshUntilMs: 0 });
        cache.delete(request.url);
        sendCached(request, reply, { response: cached, state: "skip", nowMs: now() });
        return reply;
      }
      const freshness = { state: "fresh", oldestFetchedAt: fetchedAt } as const;
      const cached = cache.store(request.url, {
        ...entry,
        purgesBefore,
        freshForMs: freshForMs(freshness, { nowMs: now(), freshSeconds }),
      });
      sendCached(request, reply, { response: cached, state: "miss", nowMs: now() });
      return reply;
    },
  };
}
