import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { z } from "zod";
import type { Outcome, OutcomeMeta } from "../../../shared/contract/site-data.ts";
import type { EventItem, StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import type { BadCursor, BffData, DataFor, ListPage } from "../../bff/bff-data.ts";
import { entityTag } from "../../http/cache/etag.ts";
import { ResponseCache } from "../../http/cache/response-cache.ts";
import {
  acceptsJson,
  sendNotAcceptable,
  sendProblem,
  sendSourceError,
} from "../../http/problems.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { addClaimsRoute } from "./claims.ts";
import { envelope, listEnvelope } from "./envelopes.schema.ts";
import { createJsonResponses, type JsonResponse, type JsonResponses } from "./json-responses.ts";
import { linkHeader, listLinks } from "./list-links.ts";
import {
  createPublicItems,
  publicEvent,
  publicEventsFeed,
  publicNews,
  publicNewsFeed,
  publicSearchResults,
} from "./public-items.schema.ts";
import {
  readOperations as operations,
  someEventFields,
  someNewsFields,
} from "./read-operations.ts";
import { choose } from "./selected-fields.ts";

/** Of responses in memory, as bytes. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** The parameter `sort`. */
const ORDERS = {
  source: "source",
  publishedAt: "earliest-first",
  "-publishedAt": "latest-first",
  startsAt: "earliest-first",
  "-startsAt": "latest-first",
} as const;

const BAD_CURSOR = {
  status: 400,
  message: "cursor: is not one that this API gave out; leave it out to start again.",
  parameter: "cursor",
};

type Exchange = [FastifyRequest, FastifyReply];
type Query<T> = (data: BffData) => Promise<Outcome<T>>;
type Fields = readonly string[] | undefined;

/** News or events: their shapes, where they are, and how one is found. */
interface Resource<Item> {
  path: "/bff/news" | "/bff/events";
  noun: string;
  operations: {
    bySlug: typeof operations.newsBySlug | typeof operations.eventBySlug;
    byId: typeof operations.newsById | typeof operations.eventById;
  };
  /** The schema of a whole item, and of one with chosen fields. */
  whole: z.ZodType;
  some: z.ZodType;
  /** The item with its addresses. */
  show: (item: Item) => object;
  /** The same item in its other forms. */
  links: (item: Item) => object;
  bySlug: (data: BffData, slug: string) => Promise<Outcome<Item>>;
  /** Events have a tag of the item alone, which a change names in If-Match. */
  byId: (data: BffData, id: string) => Promise<Outcome<{ item: Item; stored?: StoredEventItem }>>;
}

async function newsById(data: BffData, id: string) {
  const outcome = await data.newsById(id);
  return outcome.kind === "ok" ? { ...outcome, data: { item: outcome.data } } : outcome;
}

function createResources(publicOrigin: string) {
  const shown = createPublicItems(publicOrigin);
  const news: Resource<NewsItem> = {
    path: "/bff/news",
    noun: "news item",
    operations: { bySlug: operations.newsBySlug, byId: operations.newsById },
    whole: publicNews,
    some: someNewsFields,
    show: shown.news,
    links: ({ slug }) => ({ page: paths.newsItem(slug), feed: "/feed.json" }),
    bySlug: (data, slug) => data.newsItem(slug),
    byId: newsById,
  };
  const events: Resource<EventItem> = {
    path: "/bff/events",
    noun: "event",
    operations: { bySlug: operations.eventBySlug, byId: operations.eventById },
    whole: publicEvent,
    some: someEventFields,
    show: shown.event,
    links: ({ slug, startsAt }) => ({
      page: paths.event(slug),
      ...(startsAt === null ? {} : { calendar: paths.eventCalendar(slug) }),
    }),
    bySlug: (data, slug) => data.event(slug),
    byId: (data, id) => data.eventById(id),
  };
  return { news, events, shown };
}

/** A stored response is sent at once; any other request has to accept JSON, and to be admitted. */
function addAdmission(app: FastifyInstance, responses: JsonResponses): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (responses.sendFresh(request, reply)) return;
    if (!acceptsJson(request.headers.accept)) {
      sendNotAcceptable(reply);
      return;
    }
    app.admit(reply).then((isAdmitted) => isAdmitted && done(), done);
  });
}

/** Queries the site's data and sends what is made of it; a problem (400, 404, 502 or 503) where there is none. */
function createSend(responses: JsonResponses, dataFor: DataFor) {
  return async <T>(
    [request, reply]: Exchange,
    noun: string,
    query: Query<T>,
    respond: (data: T, meta: OutcomeMeta) => JsonResponse | BadCursor,
  ): Promise<FastifyReply> => {
    const purgesBefore = responses.purges();
    const outcome = await query(dataFor(requestContextOf(request, reply)));
    if (outcome.kind === "not-found")
      return sendProblem(reply, { status: 404, message: `There is no ${noun} at this URL.` });
    if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
    const response = respond(outcome.data, outcome.meta);
    if (response === "bad-cursor") return sendProblem(reply, BAD_CURSOR);
    return responses.send(reply, response, purgesBefore);
  };
}

type Send = ReturnType<typeof createSend>;

function sendList<Item extends object>(
  send: Send,
  exchange: Exchange,
  { noun, whole, some, show }: Resource<Item>,
  fields: Fields,
  query: Query<ListPage<Item> | BadCursor>,
) {
  return send(exchange, noun, query, (page, meta) => {
    if (page === "bad-cursor") return page;
    const links = listLinks(exchange[0].url, page);
    const data = page.items.map((item) => choose(show(item), fields));
    const body = { data, meta: { ...meta, total: page.total }, links };
    return { schema: listEnvelope(fields ? some : whole), body, link: linkHeader(links) };
  });
}

/** A single item by its slug, and by its id. */
function addItemRoutes<Item>(
  app: FastifyInstance,
  send: Send,
  { path, noun, operations, whole, some, show, links, bySlug, byId }: Resource<Item>,
): void {
  const typed = app.withTypeProvider<ZodTypeProvider>();
  const responseOf = (url: string, item: Item, meta: OutcomeMeta, fields: Fields) => ({
    schema: envelope(fields ? some : whole),
    body: { data: choose(show(item), fields), meta, links: { self: url, ...links(item) } },
  });
  typed.get(`${path}/:slug`, { schema: operations.bySlug }, (request, reply) =>
    send(
      [request, reply],
      noun,
      (data) => bySlug(data, request.params.slug),
      (item, meta) => responseOf(request.url, item, meta, request.query.fields),
    ),
  );
  typed.get(`${path}/id/:id`, { schema: operations.byId }, (request, reply) =>
    send(
      [request, reply],
      noun,
      (data) => byId(data, request.params.id),
      ({ item, stored }, meta) => ({
        ...responseOf(request.url, item, meta, request.query.fields),
        ...(stored && { etag: entityTag(stored) }),
      }),
    ),
  );
}

/** `/bff`: one clean, documented shape of news and events, whatever the source sent, and the site's figures. */
export async function readRoutes(instance: FastifyInstance): Promise<void> {
  const { config, siteData, clock: now } = instance;
  const cache = new ResponseCache({ maxBytes: CACHE_BYTES, now, isImproved: false });
  siteData.onChange((tags) => cache.purge(tags));
  const deps = { publicOrigin: config.PUBLIC_ORIGIN, now };
  const { news, events, shown } = createResources(deps.publicOrigin);
  const responses = createJsonResponses({ cache, freshSeconds: config.FRESH_SECONDS, now });
  const send = createSend(responses, siteData.dataFor);
  addAdmission(instance, responses);
  addClaimsRoute(instance, { ...deps, responses });
  const app = instance.withTypeProvider<ZodTypeProvider>();

  /** What a page of the site is rendered from. */
  const sendView = <T>(
    exchange: Exchange,
    schema: z.ZodType,
    query: Query<T>,
    show: (data: T) => object,
  ) =>
    send(exchange, "page", query, (data, meta) => ({
      schema: envelope(schema),
      body: { data: show(data), meta, links: { self: exchange[0].url } },
    }));

  app.get("/bff/news", { schema: operations.newsList }, (request, reply) => {
    const { limit, cursor = null, category = null, tag = null, sort, fields } = request.query;
    const query = { limit, cursor, category, tag, order: ORDERS[sort] };
    return sendList(send, [request, reply], news, fields, (data) => data.newsList(query));
  });
  addItemRoutes(instance, send, news);
  app.get("/bff/events", { schema: operations.eventList }, (request, reply) => {
    const { when, limit, cursor = null, sort, fields } = request.query;
    const query = { when, limit, cursor, order: sort && ORDERS[sort] };
    return sendList(send, [request, reply], events, fields, (data) => data.eventList(query));
  });
  addItemRoutes(instance, send, events);
  app.get("/bff/feed/news", { schema: operations.newsFeed }, (request, reply) => {
    const query = (data: BffData) => data.newsFeed(request.query);
    return sendView([request, reply], publicNewsFeed, query, shown.newsFeed);
  });
  app.get("/bff/search", { schema: operations.search }, (request, reply) => {
    const { q = "", like, kind = null, ...rest } = request.query;
    const query = (data: BffData) =>
      like === undefined ? data.search({ q, kind, ...rest }) : data.related(request.url, like);
    return sendView([request, reply], publicSearchResults, query, shown.searchResults);
  });
  app.get("/bff/feed/events", { schema: operations.eventsFeed }, (request, reply) => {
    const query = (data: BffData) => data.eventsFeed({ pastPage: request.query.past });
    return sendView([request, reply], publicEventsFeed, query, shown.eventsFeed);
  });
}
