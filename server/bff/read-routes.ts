import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { z } from "zod";
import type { Outcome, OutcomeMeta } from "../../shared/contract/site-data.ts";
import { entityTag } from "../http/etag.ts";
import type { DateOrder } from "../source/resources.ts";
import type { BffData } from "../source/site-data.ts";
import { addClaimsRoute } from "./claims.ts";
import { envelope, listEnvelope } from "./envelopes.schema.ts";
import { JsonResponses } from "./json-responses.ts";
import {
  createAddresses,
  publicEventsFeed,
  publicNewsFeed,
  publicSearchResults,
} from "./public-items.schema.ts";
import { eventsFeedQuery, newsFeedQuery, searchQuery } from "./queries.schema.ts";
import { found, RESOURCES, type Resource } from "./resources.ts";

const BAD_CURSOR = {
  status: 400,
  message: "cursor: is not one that this API gave out; leave it out to start again.",
  parameter: "cursor",
};

function orderOf(sort: string | undefined): DateOrder | undefined {
  if (sort === undefined || sort === "source") return sort;
  return sort.startsWith("-") ? "latest-first" : "earliest-first";
}

/** The same query with another cursor, or without one. */
function withCursor(url: string, cursor: string | null): string {
  const [path = "", search = ""] = url.split("?", 2);
  const query = new URLSearchParams(search);
  query.delete("cursor");
  if (cursor !== null) query.set("cursor", cursor);
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The pages around this one, and the same as a `Link` header (RFC 8288). */
function linksOf(url: string, cursors: { next: string | null; prev: string | null }) {
  const linkTo = (cursor: string | null) => cursor && withCursor(url, cursor);
  const links = {
    next: linkTo(cursors.next),
    prev: linkTo(cursors.prev),
    first: withCursor(url, null),
  };
  const link = Object.entries(links)
    .filter(([, target]) => target !== null)
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(", ");
  return { links: { self: url, ...links }, link };
}

/** An item with the chosen fields alone, in its own order. */
function choose(item: object, fields: readonly string[] | undefined): object {
  if (fields === undefined) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));
}

/** A list of news or events, and a single item by its slug and by its id. */
function addResource(
  instance: FastifyInstance,
  responses: JsonResponses,
  { tag, noun, operations, links, schemaOf }: Resource,
): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const show = createAddresses(app.config.PUBLIC_ORIGIN)[tag];
  const path = `/bff/${tag}`;

  app.get(path, { schema: operations.list }, ({ url, query }, reply) => {
    const { sort, fields, ...rest } = query;
    return responses.send(reply, {
      read: (data) => data.list(tag, { ...rest, order: orderOf(sort) }),
      missing: BAD_CURSOR,
      respond: ({ items, total, ...cursors }, meta) => {
        const { links, link } = linksOf(url, cursors);
        const data = items.map((item) => choose(show(item), fields));
        const body = { data, meta: { ...meta, total }, links };
        return { schema: listEnvelope(schemaOf(fields)), body, link };
      },
    });
  });

  type Item = Parameters<typeof show>[0];
  const responseOf = (url: string, item: Item, meta: OutcomeMeta, fields?: string[]) => ({
    schema: envelope(schemaOf(fields)),
    body: { data: choose(show(item), fields), meta, links: { self: url, ...links(item) } },
  });
  const missing = { status: 404, message: `There is no ${noun} at this URL.` };
  app.get(`${path}/:slug`, { schema: operations.bySlug }, ({ url, params, query }, reply) =>
    responses.send(reply, {
      read: (data) => data.bySlug(tag, params.slug),
      missing,
      respond: (item, meta) => responseOf(url, item, meta, query.fields),
    }),
  );
  app.get(`${path}/id/:id`, { schema: operations.byId }, ({ url, params, query }, reply) =>
    responses.send(reply, {
      read: (data) => data.byId(tag, params.id),
      missing,
      respond: ({ item, stored }, meta) => ({
        ...responseOf(url, item, meta, query.fields),
        // The tag of the item alone, which a change names in If-Match.
        ...(tag === "events" && { etag: entityTag(stored) }),
      }),
    }),
  );
}

/** What pages of the site are rendered from. */
function addViews(instance: FastifyInstance, responses: JsonResponses): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const shown = createAddresses(app.config.PUBLIC_ORIGIN);
  const sendView = <T>(
    reply: FastifyReply,
    schema: z.ZodType,
    read: (data: BffData) => Promise<Outcome<T>>,
    show: (data: T) => object,
  ) =>
    responses.send(reply, {
      read,
      respond: (data, meta) => ({
        schema: envelope(schema),
        body: { data: show(data), meta, links: { self: reply.request.url } },
      }),
    });

  const newsFeed = {
    operationId: "getNewsFeed",
    tags: ["Feeds"],
    summary: "Read a page of the news feed",
    description: "The featured item and five others, as the page News & Events shows them.",
    querystring: newsFeedQuery,
    response: found(envelope(publicNewsFeed)),
  };
  app.get("/bff/feed/news", { schema: newsFeed }, ({ query }, reply) =>
    sendView(reply, publicNewsFeed, (data) => data.newsFeed(query), shown.newsFeed),
  );

  const eventsFeed = {
    operationId: "getEventsFeed",
    tags: ["Feeds"],
    summary: "Read the events feed",
    description: "Events under way, up to six to come, and a page of past ones.",
    querystring: eventsFeedQuery,
    response: found(envelope(publicEventsFeed)),
  };
  app.get("/bff/feed/events", { schema: eventsFeed }, ({ query: { past: pastPage } }, reply) =>
    sendView(reply, publicEventsFeed, (data) => data.eventsFeed({ pastPage }), shown.eventsFeed),
  );

  const search = {
    operationId: "search",
    tags: ["Search"],
    summary: "Search the site",
    description:
      "Pages, projects, stories, announcements, answers, downloads, news and events. Send q, or like.",
    querystring: searchQuery,
    response: found(envelope(publicSearchResults)),
  };
  app.get("/bff/search", { schema: search }, ({ url, query }, reply) => {
    const { q = "", like, kind = null, ...rest } = query;
    const read = (data: BffData) =>
      like === undefined ? data.search({ q, kind, ...rest }) : data.related(url, like);
    return sendView(reply, publicSearchResults, read, shown.searchResults);
  });
}

/** `/bff`: one clean, documented shape of news and events, whatever the source sent, and the site's figures. */
export async function readRoutes(app: FastifyInstance): Promise<void> {
  const responses = new JsonResponses(app);
  for (const resource of RESOURCES) addResource(app, responses, resource);
  addViews(app, responses);
  addClaimsRoute(app, responses);
}
