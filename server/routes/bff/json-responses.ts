import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { OutcomeMeta } from "../../../shared/contract/site-data.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { entityTag } from "../../http/cache/etag.ts";
import {
  type CachedResponse,
  freshForMs,
  type ResponseCache,
  sendCached,
} from "../../http/cache/response-cache.ts";
import { acceptsJson } from "../../http/problems.ts";
import { openToAll } from "../../http/security/cross-origin.ts";

interface JsonResponseDeps {
  /** Responses as bytes, by their URL. */
  cache: ResponseCache;
  /** `FRESH_SECONDS`: how long data of the source is not fetched again. */
  freshSeconds: number;
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
  /** Sends the cached response of this URL; false when there is none. */
  sendFresh(request: FastifyRequest, reply: FastifyReply): boolean;
  /** To be read before the data: what was read before a purge is not cached after it. */
  purges(): number;
  send(reply: FastifyReply, response: JsonResponse, purgesBefore: number): FastifyReply;
}

/** Sends responses of `/bff` as bytes, through a cache like that of pages. */
export function createJsonResponses({ cache, freshSeconds, now }: JsonResponseDeps): JsonResponses {
  function toCache(response: JsonResponse): CachedResponse {
    const { schema, body, link } = response;
    const { fetchedAt, stale } = body.meta;
    const freshness = { state: "fresh", oldestFetchedAt: fetchedAt } as const;
    const nowMs = now();
    return {
      status: 200,
      bytes: Buffer.from(JSON.stringify(z.encode(schema, body))),
      headers: {
        ...openToAll,
        "content-type": "application/json; charset=utf-8",
        "cache-control": stale ? cachePolicy.stale : cachePolicy.api,
        ...(link !== undefined && { link }),
        etag: tagOf(response),
      },
      fetchedAtMs: Date.parse(fetchedAt),
      freshUntilMs: nowMs + freshForMs(freshness, { nowMs, freshSeconds }),
      // A news item names events and an event names news: a change of either may show.
      tags: ["news", "events"],
      data: stale ? "stale" : "fresh",
    };
  }
  return {
    sendFresh({ url, headers }, reply) {
      const known = acceptsJson(headers.accept) ? cache.get(url) : undefined;
      const nowMs = now();
      if (!known || known.freshUntilMs <= nowMs) return false;
      sendCached(reply, known, "hit", nowMs);
      return true;
    },
    purges: () => cache.purges(),
    send(reply, json, purgesBefore) {
      const { url } = reply.request;
      const response = toCache(json);
      if (!json.body.meta.stale) {
        cache.store(url, { response, purgesBefore });
        return sendCached(reply, response, "miss", now());
      }
      // Not stored: the source may respond again at the next request.
      cache.delete(url);
      return sendCached(reply, response, "skip", now());
    },
  };
}
