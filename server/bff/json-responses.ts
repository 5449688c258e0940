import type { FastifyInstance, FastifyReply } from "fastify";
import { z } from "zod";
import type { Outcome, OutcomeMeta } from "../../shared/contract/site-data.ts";
import { entityTag } from "../http/finish-response.ts";
import { cachePolicy, openToAll } from "../http/headers.ts";
import { acceptsJson, sendNotAcceptable, sendProblem, sendSourceError } from "../http/problems.ts";
import { requestContextOf } from "../http/request-log.ts";
import {
  type CachedResponse,
  freshForMs,
  ResponseCache,
  sendCached,
} from "../http/response-cache.ts";
import type { BffData } from "../source/site-data.ts";
import { responses } from "./openapi/documented-responses.ts";

/** The size of the responses in memory. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** The responses of an operation that reads. */
export const found = (schema: z.ZodType, problems = [400, 406, 502, 503]) =>
  responses(
    {
      200: { schema, description: "The requested data." },
      304: { schema: null, description: "Nothing has changed since the ETag in If-None-Match." },
    },
    problems,
  );

/** A response before it is serialised. */
interface JsonResponse {
  schema: z.ZodType;
  body: { data: unknown; meta: OutcomeMeta; links: object };
  /** A `Link` header. */
  link?: string;
  /** The tag of the item alone, where a change names it in If-Match; of the whole body unless given. */
  etag?: string;
}

/** What is read, and the response that is made of it. */
interface Answer<T> {
  read: (data: BffData) => Promise<Outcome<T>>;
  respond: (data: T, meta: OutcomeMeta) => JsonResponse;
  /** What is said in place of what is not there. */
  missing?: Parameters<typeof sendProblem>[1];
}

const NOT_FOUND = { status: 404, message: "There is nothing at this URL." };

/** Without the clock: equal data has an equal tag. */
function tagOf({ data, meta, links }: JsonResponse["body"], ofItem: string | undefined): string {
  const { now: _now, fetchedAt: _fetchedAt, ...about } = meta;
  if (ofItem === undefined) return `W/${entityTag([data, links, about])}`;
  // A stale item is no base for a change.
  return meta.stale ? ofItem.replace(/"$/, '-saved"') : ofItem;
}

/** Responses of `/bff` as bytes, by their URL, in a cache like that of pages. */
export class JsonResponses {
  readonly #app: FastifyInstance;
  readonly #cache: ResponseCache;

  constructor(app: FastifyInstance) {
    this.#app = app;
    const cache = new ResponseCache({ maxBytes: CACHE_BYTES, now: app.clock, isImproved: false });
    this.#cache = cache;
    app.siteData.onChange((tags) => cache.purge(tags));
    // A cached response is sent at once; any other request has to be admitted. Most accept anything.
    app.addHook("onRequest", (request, reply, done) => {
      const known = cache.get(request.url);
      const { accept = "*/*" } = request.headers;
      if (accept !== "*/*" && !acceptsJson(accept)) {
        sendNotAcceptable(reply);
        return;
      }
      const nowMs = app.clock();
      if (known && known.freshUntilMs > nowMs) {
        sendCached(reply, known, "hit", nowMs);
        return;
      }
      app.admit(reply).then((isAdmitted) => isAdmitted && done(), done);
    });
  }

  /** Sends what is made of the site's data; a problem (404, 502 or 503) where there is none. */
  async send<T>(
    reply: FastifyReply,
    { read, respond, missing = NOT_FOUND }: Answer<T>,
  ): Promise<FastifyReply> {
    const { clock, siteData } = this.#app;
    const { request } = reply;
    // What was read before a purge is not cached after it.
    const purgesBefore = this.#cache.purges();
    const outcome = await read(siteData.dataFor(requestContextOf(request, reply)));
    if (outcome.kind === "not-found") return sendProblem(reply, missing);
    if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
    const response = this.#bytesOf(respond(outcome.data, outcome.meta));
    if (outcome.meta.stale) {
      // Not stored: the source may respond again at the next request.
      this.#cache.delete(request.url);
      return sendCached(reply, response, "skip", clock());
    }
    this.#cache.store(request.url, { response, purgesBefore });
    return sendCached(reply, response, "miss", clock());
  }

  #bytesOf(response: JsonResponse): CachedResponse {
    const { schema, link, etag } = response;
    // The fields that the schema has, no others.
    const body = z.encode(schema, response.body) as JsonResponse["body"];
    const { fetchedAt, stale } = body.meta;
    const nowMs = this.#app.clock();
    const freshness = { state: "fresh", oldestFetchedAt: fetchedAt } as const;
    const freshSeconds = this.#app.config.FRESH_SECONDS;
    return {
      status: 200,
      bytes: Buffer.from(JSON.stringify(body)),
      headers: {
        ...this.#app.securityHeaders,
        ...openToAll,
        "content-type": "application/json; charset=utf-8",
        "cache-control": stale ? cachePolicy.stale : cachePolicy.api,
        ...(link !== undefined && { link }),
        etag: tagOf(body, etag),
      },
      fetchedAtMs: Date.parse(fetchedAt),
      freshUntilMs: nowMs + freshForMs(freshness, { nowMs, freshSeconds }),
      // A news item names events and an event names news: a change of either may show.
      tags: ["news", "events"],
      data: stale ? "stale" : "fresh",
    };
  }
}
