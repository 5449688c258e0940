import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { entityTag } from "../http/etag.ts";
import { cachePolicy, openToAll } from "../http/headers.ts";
import { acceptsJson, refuseParameters, sendProblem, sendSourceError } from "../http/problems.ts";
import { requestContextOf } from "../http/request-log.ts";
import { type CachedResponse, ResponseCache, sendCached } from "../http/response-cache.ts";
import type { BffData } from "../source/site-data.ts";
import { responses } from "./openapi/openapi-document.ts";

const CACHE_BYTES = 16 * 1024 * 1024;

type ReadRequest<Query extends z.ZodType> = FastifyRequest<{
  Querystring: z.output<Query>;
  Params: { slug: string; id: string };
}>;

/** What a response has beside the meta data of the outcome and its own URL. */
interface Shown {
  data: unknown;
  meta?: object;
  links?: object;
  /** A `Link` header. */
  link?: string;
  /** The tag of the item alone, where a change names it in If-Match; of the whole body unless given. */
  etag?: string;
  /** With fewer fields than the operation's. */
  schema?: z.ZodType;
}

/** In place of an outcome: what is wrong with the request. */
export interface Refused {
  kind: "refused";
  problem: Parameters<typeof sendProblem>[1];
}

interface Read<Query extends z.ZodType, Data> extends FastifySchema {
  path: string;
  /** Without one no parameter is taken. */
  querystring?: Query;
  /** Of the whole response. */
  schema: z.ZodType;
  problems?: number[];
  read: (data: BffData, request: ReadRequest<Query>) => Promise<Outcome<Data> | Refused>;
  show: (data: Data, request: ReadRequest<Query>) => Shown;
}

/** Responses of `/bff` as bytes, by their URL, in a cache like that of pages. What it gives adds the route of an operation. */
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
    const { path, schema, problems = [400, 502], read, show, ...documented } = operation;
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
  const { read, show } = operation;
  const { url } = request;
  // What was read before a purge is not cached after it.
  const purgesBefore = cache.purges;
  const outcome = await read(siteData.dataFor(requestContextOf(request, reply)), request);
  if (outcome.kind === "refused") return sendProblem(reply, outcome.problem);
  if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
  const { data, links, link, schema = operation.schema, ...shown } = show(outcome.data, request);
  const meta = { ...outcome.meta, ...shown.meta };
  const { now: _, fetchedAt, ...about } = meta;
  const { stale } = about;
  // The fields that the schema has, no others.
  const body = z.encode(schema, { data, meta, links: { self: url, ...links } });
  // Without the clock: equal data has an equal tag.
  const etag = shown.etag ?? `W/${entityTag({ ...Object(body), meta: about })}`;
  const response: CachedResponse = {
    status: 200,
    bytes: Buffer.from(JSON.stringify(body)),
    headers: {
      ...securityHeaders,
      ...openToAll,
      "content-type": "application/json; charset=utf-8",
      "cache-control": stale ? cachePolicy.stale : cachePolicy.api,
      ...(link !== undefined && { link }),
      // A stale item is no base for a change.
      etag: stale && shown.etag ? etag.replace(/"$/, '-saved"') : etag,
    },
    fetchedAtMs: Date.parse(fetchedAt),
    freshUntilMs: cache.freshUntilMs({ state: "fresh", oldestFetchedAt: fetchedAt }),
    // A news item names events and an event names news: a change of either may show.
    tags: ["news", "events"],
    data: stale ? "stale" : "fresh",
    route: operation.path,
  };
  // One that is stale is not stored: the source may respond again at the next request.
  if (stale) cache.delete(url);
  else cache.store(url, response, purgesBefore);
  return sendCached(reply, response, stale ? "skip" : "miss");
}
