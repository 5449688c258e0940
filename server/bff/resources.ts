import { z } from "zod";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { paths } from "../../shared/paths.ts";
import type { ListQuery } from "../source/resources.ts";
import { envelope, listEnvelope } from "./envelopes.schema.ts";
import { responses } from "./openapi/documented-responses.ts";
import { publicEvent, publicNews } from "./public-items.schema.ts";
import {
  eventItemQuery,
  eventListQuery,
  idParams,
  newsItemQuery,
  newsListQuery,
  slugParams,
} from "./queries.schema.ts";

/** The responses of an operation that reads. */
export const found = (schema: z.ZodType, problems = [400, 406, 502, 503]) =>
  responses(
    {
      200: { schema, description: "The requested data." },
      304: { schema: null, description: "Nothing has changed since the ETag in If-None-Match." },
    },
    problems,
  );

/** The parameters of a list. */
interface ListParameters extends Omit<ListQuery, "order"> {
  limit: number;
  cursor?: string | undefined;
  /** `source`, or the name of a date, with a minus for the latest first. */
  sort?: string | undefined;
  fields?: string[] | undefined;
}
type ItemParameters = Pick<ListParameters, "fields">;

interface About {
  tag: DataTag;
  /** In the names of its operations: listNews, getNewsItem. */
  names: { list: string; item: string };
  noun: string;
  texts: { list: string; byId: string };
  whole: z.ZodObject;
  listQuery: z.ZodType<ListParameters>;
  itemQuery: z.ZodType<ItemParameters>;
  /** The same item in its other forms. */
  links: (item: { slug: string; startsAt?: string | null }) => object;
}

/** News or events under `/bff`: their schemas, and how they are read, as it runs and as it is documented. */
function resource({ tag, names, noun, texts, whole, listQuery, itemQuery, links }: About) {
  const one = `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
  const some = whole.partial().meta({
    id: `${whole.meta()?.id}Fields`,
    description: `The fields of ${one} that fields= requested.`,
  });
  const either = z.union([whole, some]);
  const item = {
    tags: [names.list],
    querystring: itemQuery,
    response: found(envelope(either), [400, 404, 406, 502, 503]),
  };
  const operations = {
    list: {
      operationId: `list${names.list}`,
      tags: [names.list],
      summary: `List ${tag}`,
      description: texts.list,
      querystring: listQuery,
      response: found(listEnvelope(either)),
    },
    bySlug: {
      operationId: `get${names.item}`,
      summary: `Read ${one}`,
      description: "By the slug in its page's URL.",
      params: slugParams,
      ...item,
    },
    byId: {
      operationId: `get${names.item}ById`,
      summary: `Read ${one} by id`,
      description: texts.byId,
      params: idParams,
      ...item,
    },
  };
  return { tag, noun, operations, links, schemaOf: (fields?: string[]) => (fields ? some : whole) };
}
export type Resource = ReturnType<typeof resource>;

export const RESOURCES: readonly Resource[] = [
  resource({
    tag: "news",
    names: { list: "News", item: "NewsItem" },
    noun: "news item",
    texts: {
      list: "In the order of the content source, which is the editors' order, undated items last; sort selects another. A page at a time: follow links.next, or the Link header.",
      byId: "The same as by slug; an id stays when a slug changes.",
    },
    whole: publicNews,
    listQuery: newsListQuery,
    itemQuery: newsItemQuery,
    links: ({ slug }) => ({ page: paths.newsItem(slug), feed: "/feed.json" }),
  }),
  resource({
    tag: "events",
    names: { list: "Events", item: "Event" },
    noun: "event",
    texts: {
      list: "Upcoming events, soonest first. The parameter when selects past ones, newest first, or all, in the order of the content source; sort selects another order. Follow links.next, or the Link header.",
      byId: "Its ETag names this version of the event; send it in If-Match with a change.",
    },
    whole: publicEvent,
    listQuery: eventListQuery,
    itemQuery: eventItemQuery,
    links: ({ slug, startsAt = null }) => ({
      page: paths.event(slug),
      ...(startsAt !== null && { calendar: paths.eventCalendar(slug) }),
    }),
  }),
];
