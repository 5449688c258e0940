import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { CONTENT_TAG } from "../../shared/contract/data-tags.ts";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { weakEtag } from "../http/etag.ts";
import { cachePolicy, openToAll } from "../http/headers.ts";
import { ownBytes } from "../http/own-bytes.ts";
import { acceptsJson, refuseParameters, sendProblem, sendSourceError } from "../http/problems.ts";
import { readContextOf } from "../http/request-log.ts";
import { type CachedResponse, ResponseCache, sendCached } from "../http/response-cache.ts";
import type { BffData } from "../source/site-data.ts";
import { responses } from "./openapi/openapi-document.ts";

const CACHE_BYTES = 16 * 1024 * 1024;

type ReadRequest<Query extends z.ZodType> = FastifyRequest<{
  Querystring: z.output<Query>;
  Params: { slug: string; id: string };
}>;

/** The parts of a response besides the metadata of the outcome and the response's own URL. */
interface Presented {
  data: unknown;
  meta?: object;
  links?: object;
  /** A `Link` header. */
  link?: string;
  /** The tag of the item alone, for changes that name the item in If-Match; the default is the tag of the whole body. */
  etag?: string;
  /** A schema with fewer fields than the operation's. */
  schema?: z.ZodType;
}

/** The problem of a bad request, in place of an outcome. */
export interface Refused {
  kind: "refused";
  problem: Parameters<typeof sendProblem>[1];
}

interface Read<Query extends z.ZodType, Data> extends FastifySchema {
  path: string;
  /** The schema of the parameters. Without a schema, the operation takes none. */
  querystring?: Query;
  /** The schema of the whole response. */
  schema: z.ZodType;
  problems?: number[];
  read: (data: BffData, request: ReadRequest<Query>) => Promise<Outcome<Data> | Refused>;
  present: (data: Data, request: ReadRequest<Query>) => Presented;
}

/** Caches responses of `/bff` by URL, as bytes, like pages. Returns a function that adds the route of an operation. */
export function openResponses(app: FastifyInstance) {
  const cache = new ResponseCache(app, { maxBytes: CACHE_BYTES, isImproved: false });
  app.addHook("onRequest", (request, reply, done) => {
    const known = cache.get(request.url);
    if (!acceptsJson(request.headers.accept)) sendProblem(reply, { status: 406 });
    else if (known && known.freshUntilMs > app.clock()) sendCached(reply, known, "hit");
    // A cached response is sent at once; any other request has to be admitted.
    else app.admit(reply).then((isAdmitted) => isAdmitted && done(), done);
  });

  return <Query extends z.ZodType, Data>(operation: Read<Query, Data>): void => {
    const { path, schema, problems = [400, 502], read, present, ...documented } = operation;
    const good = {
      200: { schema, description: "The requested data." },
      304: { schema: null, description: "Nothing has changed since the ETag in If-None-Match." },
    };
    const options = {
      schema: { ...documented, response: responses(good, problems) },
      onRequest: operation.querystring === undefined ? [refuseParameters] : [],
    };
    app.get(path, options, (request, reply) =>
      send(reply, request as ReadRequest<Query>, { cache, operation }),
    );
  };
}

export type AddRead = ReturnType<typeof openResponses>;

async function send<Query extends z.ZodType, Data>(
  reply: FastifyReply,
  request: ReadRequest<Query>,
  { cache, operation }: { cache: ResponseCache; operation: Read<Query, Data> },
): Promise<FastifyReply> {
  const { securityHeaders, siteData } = reply.server;
  const { read, present } = operation;
  const { url } = request;
  // Data that was read before a purge is not cached after the purge.
  const purgesBefore = cache.purges;
  const outcome = await read(siteData.dataFor(readContextOf(request, reply)), request);
  if (outcome.kind === "refused") return sendProblem(reply, outcome.problem);
  if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
  const { data, links, link, schema = operation.schema, ...shown } = present(outcome.data, request);
  const meta = { ...outcome.meta, ...shown.meta };
  const { now: _, fetchedAt, ...about } = meta;
  const { stale } = about;
  // `encode` drops every field that the schema does not have.
  const body = z.encode(schema, { data, meta, links: { self: url, ...links } });
  // The tag leaves out the clock, so that equal data has an equal tag.
  const etag = shown.etag ?? weakEtag(JSON.stringify({ ...Object(body), meta: about }));
  const response: CachedResponse = {
    status: 200,
    bytes: ownBytes(Buffer.from(JSON.stringify(body))),
    headers: {
      ...securityHeaders,
      ...openToAll,
      "content-type": "application/json; charset=utf-8",
      "cache-control": stale ? cachePolicy.stale : cachePolicy.api,
      ...(link !== undefined && { link }),
      // A change must not be based on a stale item, so If-Match never matches this tag.
      etag: stale && shown.etag ? etag.replace(/"$/, '-saved"') : etag,
    },
    fetchedAtMs: Date.parse(fetchedAt),
    freshUntilMs: cache.freshUntilMs({ state: "fresh", oldestFetchedAt: fetchedAt }),
    // A news item names events and an event names news, so a change of either may show in the response.
    tags: ["news", "events", CONTENT_TAG],
    data: stale ? "stale" : "fresh",
    route: operation.path,
  };
  // A stale response is not stored: the source may respond again at the next request.
  if (stale) cache.delete(url);
  else cache.store(url, response, purgesBefore);
  return sendCached(reply, response, stale ? "skip" : "miss");
}
