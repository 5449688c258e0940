import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { DataTag, OutcomeMeta } from "../../shared/contract/site-data.ts";
import { paths } from "../../shared/paths.ts";
import { entityTag } from "../http/finish-response.ts";
import type { DateOrder, ListQuery } from "../source/resources.ts";
import { found, type JsonResponses } from "./json-responses.ts";
import {
  createAddresses,
  envelope,
  eventRow,
  listEnvelope,
  newsRow,
  publicEvent,
  publicNews,
} from "./public-items.schema.ts";
import {
  eventItemQuery,
  eventListQuery,
  idParams,
  newsItemQuery,
  newsListQuery,
  slugParams,
} from "./queries.schema.ts";

/** The parameters of a list. */
interface ListParameters extends Omit<ListQuery, "order"> {
  limit: number;
  cursor?: string | undefined;
  /** `source`, or the name of a date, with a minus for the latest first. */
  sort?: string | undefined;
  fields?: string[] | undefined;
}

/** News or events under `/bff`. */
interface Resource {
  tag: DataTag;
  /** In the names of its operations: listNews, getNewsItem. */
  names: { list: string; item: string };
  noun: string;
  /** With its article. */
  one: string;
  texts: { list: string; byId: string };
  item: z.ZodObject;
  row: z.ZodObject;
  listQuery: z.ZodType<ListParameters>;
  itemQuery: z.ZodType<Pick<ListParameters, "fields">>;
  /** The same item in its other forms. */
  links: (item: { slug: string; startsAt?: string | null }) => object;
}

const RESOURCES: readonly Resource[] = [
  {
    tag: "news",
    names: { list: "News", item: "NewsItem" },
    noun: "news item",
    one: "a news item",
    texts: {
      list: "In the order of the content source, which is the editors' order, undated items last; sort selects another. A page at a time: follow links.next, the Link header, or send meta.nextCursor as cursor.",
      byId: "The same as by slug; an id stays when a slug changes.",
    },
    item: publicNews,
    row: newsRow,
    listQuery: newsListQuery,
    itemQuery: newsItemQuery,
    links: ({ slug }) => ({ page: paths.newsItem(slug), feed: "/feed.json" }),
  },
  {
    tag: "events",
    names: { list: "Events", item: "Event" },
    noun: "event",
    one: "an event",
    texts: {
      list: "Events that are not over, soonest first. The parameter when selects those to come, under way or past, newest first, or all, in the order of the content source; sort selects another order. Follow links.next, the Link header, or send meta.nextCursor as cursor.",
      byId: "Its ETag names this version of the event; send it in If-Match with a change.",
    },
    item: publicEvent,
    row: eventRow,
    listQuery: eventListQuery,
    itemQuery: eventItemQuery,
    links: ({ slug, startsAt = null }) => ({
      page: paths.event(slug),
      ...(startsAt !== null && { calendar: paths.eventCalendar(slug) }),
    }),
  },
];

const BAD_CURSOR = {
  status: 400,
  message: "cursor: is not one that this API gave out; leave it out to start again.",
  parameter: "cursor",
};

function orderOf(sort: string | undefined): DateOrder | undefined {
  if (sort === undefined || sort === "source") return sort;
  return sort.startsWith("-") ? "latest-first" : "earliest-first";
}

/** The pages around this one, by the values of a parameter, and the same as a `Link` header (RFC 8288). */
export function linksOf(
  url: string,
  parameter: "cursor" | "page",
  { next, prev }: { next: string | null; prev: string | null },
) {
  const [path = "", search = ""] = url.split("?", 2);
  /** The same query with another page, or the first. */
  function linkTo(place: string | null): string {
    const query = new URLSearchParams(search);
    query.delete(parameter);
    if (place !== null) query.set(parameter, place);
    return query.size > 0 ? `${path}?${query}` : path;
  }
  const links = { next: next && linkTo(next), prev: prev && linkTo(prev), first: linkTo(null) };
  const link = Object.entries(links)
    .filter(([, target]) => target !== null)
    .map(([relation, target]) => `<${target}>; rel="${relation}"`)
    .join(", ");
  return { links: { self: url, ...links }, link };
}

/** A shape with the fields alone that `fields=` names, in its own order. */
const chosen = (shape: z.ZodObject, fields: readonly string[] | undefined) =>
  fields === undefined
    ? shape
    : z.object(
        Object.fromEntries(Object.entries(shape.shape).filter(([name]) => fields.includes(name))),
      );

/** A list of news or events. */
function addList(instance: FastifyInstance, responses: JsonResponses, resource: Resource): void {
  const { tag, names, row } = resource;
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const show = createAddresses(app.config.PUBLIC_ORIGIN)[tag];
  const list = {
    operationId: `list${names.list}`,
    tags: [names.list],
    summary: `List ${tag}`,
    description: resource.texts.list,
    querystring: resource.listQuery,
    response: found(listEnvelope(row)),
  };
  app.get(`/bff/${tag}`, { schema: list }, ({ url, query }, reply) => {
    const { sort, fields, ...rest } = query;
    return responses.send(reply, {
      read: (data) => data.list(tag, { ...rest, order: orderOf(sort) }),
      missing: BAD_CURSOR,
      respond: ({ items, total, ...cursors }, meta) => {
        const { links, link } = linksOf(url, "cursor", cursors);
        const data = items.map(show);
        const body = { data, meta: { ...meta, total, nextCursor: cursors.next }, links };
        return { schema: listEnvelope(chosen(row, fields)), body, link };
      },
    });
  });
}

/** A news item or an event, by its slug and by its id. */
function addItem(instance: FastifyInstance, responses: JsonResponses, resource: Resource): void {
  const { tag, names, noun, one, texts, item: shape, links } = resource;
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const show = createAddresses(app.config.PUBLIC_ORIGIN)[tag];
  type Item = Parameters<typeof show>[0];
  const responseOf = (url: string, item: Item, meta: OutcomeMeta, fields?: string[]) => ({
    schema: envelope(chosen(shape, fields)),
    body: { data: show(item), meta, links: { self: url, ...links(item) } },
  });
  const missing = { status: 404, message: `There is no ${noun} at this URL.` };
  const both = {
    tags: [names.list],
    querystring: resource.itemQuery,
    response: found(envelope(shape), [400, 404, 406, 502, 503]),
  };

  const bySlug = {
    ...both,
    operationId: `get${names.item}`,
    summary: `Read ${one}`,
    description: "By the slug in its page's URL.",
    params: slugParams,
  };
  app.get(`/bff/${tag}/:slug`, { schema: bySlug }, ({ url, params, query }, reply) =>
    responses.send(reply, {
      read: (data) => data.bySlug(tag, params.slug),
      missing,
      respond: (item, meta) => responseOf(url, item, meta, query.fields),
    }),
  );

  const byId = {
    ...both,
    operationId: `get${names.item}ById`,
    summary: `Read ${one} by id`,
    description: texts.byId,
    params: idParams,
  };
  app.get(`/bff/${tag}/id/:id`, { schema: byId }, ({ url, params, query }, reply) =>
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

/** Lists and items of news and events. */
export function addResources(app: FastifyInstance, responses: JsonResponses): void {
  for (const resource of RESOURCES) {
    addList(app, responses, resource);
    addItem(app, responses, resource);
  }
}
