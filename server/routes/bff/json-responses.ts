import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { DataTag } from "../../../shared/contract/data-tags.ts";
import type { OutcomeMeta } from "../../../shared/contract/outcome.ts";
import { takesJson } from "../../http/accept-json.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";
import { createCachedResponse } from "../../http/cache/cached-response.ts";
import { entityTag } from "../../http/cache/etag.ts";
import { freshForMs } from "../../http/cache/freshness.ts";
import type { ResponseCache } from "../../http/cache/response-cache.ts";
import { sendCached } from "../../http/cache/send-cached.ts";
import { openToAll } from "../../http/security/cross-origin.ts";
import { securityHeaders } from "../../http/security/security-headers.ts";

export interface JsonResponseDeps {
  /** Responses as bytes, by their URL. */
  cache: ResponseCache;
  /** `FRESH_SECONDS`: how long data of the source is not asked for again. */
  freshSeconds: number;
  isSecure: boolean;
  /** The clock, milliseconds. */
  now: () => number;
}

/** An answer to be made ready: read once by its schema, written once, sent many times. */
export interface JsonResponse {
  schema: z.ZodType;
  body: { data: unknown; meta: OutcomeMeta; links: object };
  /** A `Link` header. */
  link?: string;
  /** Of the item alone, where a change names it; of what the answer says unless given. */
  etag?: string;
}

/** A saved copy is no base for a change, and must not pass for the item as it is. */
const cacheTag = (etag: string) => etag.replace(/"$/, '-saved"');

/** The clock of an answer moves while its words stay: equal words have one tag. */
function tagOf({ body: { data, meta, links }, etag }: JsonResponse): string {
  if (etag !== undefined) return meta.stale ? cacheTag(etag) : etag;
  return `W/${entityTag([data, links, meta.stale])}`;
}

export interface Answers {
  /** Sends what is kept for this address, past the framework; false when there is nothing. */
  sendCacheableText(request: FastifyRequest, reply: FastifyReply): boolean;
  /** To be taken before data is read: what is read before a change is not kept after it. */
  purges(): number;
  send(reply: FastifyReply, answer: JsonResponse, purgesBefore: number): Promise<FastifyReply>;
}

/** Answers under `/bff` as ready bytes: the pages' own cache, its headers and its way of sending. */
export function createJsonResponses({
  cache,
  freshSeconds,
  isSecure,
  now,
}: JsonResponseDeps): Answers {
  const common = Object.entries({
    ...securityHeaders({ isSecure }),
    ...openToAll,
    "content-type": "application/json; charset=utf-8",
    vary: "Accept-Encoding",
  }).flat();

  const bytesOf = ({ schema, body }: JsonResponse) =>
    Buffer.from(JSON.stringify(z.encode(schema, body)));
  function headersOf({ link, body }: JsonResponse): string[] {
    const policy = body.meta.stale ? cachePolicy.doubtful : cachePolicy.api;
    const headers = [...common, "cache-control", policy];
    return link === undefined ? headers : [...headers, "link", link];
  }

  function aboutOf({ routeOptions }: FastifyRequest, { body }: JsonResponse) {
    // A news item names events and an event names news: a change of either may show.
    const tags: readonly DataTag[] = ["news", "events"];
    const data = body.meta.stale ? ("stale" as const) : ("fresh" as const);
    return { tags, data, route: routeOptions.url ?? "*" };
  }

  function keep(request: FastifyRequest, answer: JsonResponse, purgesBefore: number) {
    const { fetchedAt } = answer.body.meta;
    const freshness = { state: "fresh", oldestFetchedAt: fetchedAt } as const;
    return cache.store(request.url, {
      ...aboutOf(request, answer),
      purgesBefore,
      bytes: bytesOf(answer),
      headers: headersOf(answer),
      etag: tagOf(answer),
      fetchedAtMs: Date.parse(fetchedAt),
      freshForMs: freshForMs(freshness, { nowMs: now(), freshSeconds }),
    });
  }

  /** A saved copy is said anew each time: the source may be back with the next question. */
  function once(request: FastifyRequest, answer: JsonResponse) {
    return createCachedResponse({
      ...aboutOf(request, answer),
      status: 200,
      bytes: bytesOf(answer),
      headers: headersOf(answer),
      etag: tagOf(answer),
      fetchedAtMs: Date.parse(answer.body.meta.fetchedAt),
      freshUntilMs: 0,
    });
  }

  return {
    sendCacheableText(request, reply) {
      if (!takesJson(request.headers.accept)) return false;
      const page = cache.get(request.url);
      const nowMs = now();
      if (!page || page.freshUntilMs <= nowMs) return false;
      sendCached(request, reply, { page, state: "hit", nowMs });
      return true;
    },
    purges: () => cache.purges(),
    async send(reply, answer, purgesBefore) {
      const { request } = reply;
      const { stale } = answer.body.meta;
      const page = stale ? once(request, answer) : keep(request, answer, purgesBefore);
      if (stale) cache.delete(request.url);
      sendCached(request, reply, { page, state: stale ? "skip" : "miss", nowMs: now() });
      return reply;
    },
  };
}
