import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { sourcesReport } from "../../shared/contract/sources-report.schema.ts";
import { languageOf } from "../../shared/languages.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import { paths } from "../../shared/paths.ts";
import { isOperator } from "../http/bearer-token.ts";
import { itemEtag } from "../http/etag.ts";
import { refuseParameters, sendSourceError } from "../http/problems.ts";
import { readContextOf } from "../http/request-log.ts";
import type { ClientSide } from "../pages/built-renderer.ts";
import type { DateOrder } from "../source/resources.ts";
import type { SyncRefusal } from "../source/sync-page.ts";
import { addClaimsRoute } from "./claims.ts";
import { type AddRead, openResponses, type Refused } from "./json-responses.ts";
import {
  createAddresses,
  envelope,
  listEnvelope,
  publicSearchResults,
  publicShapes,
} from "./public-items.schema.ts";
import { idParams, queries, slugParams, writeSyncToken } from "./queries.schema.ts";

type Addresses = ReturnType<typeof createAddresses>;

type Linked = { slug: string; startsAt?: string | null };

const RESOURCES = [
  {
    tag: "news",
    // The names of operations end with these words: listNews, getNewsItem.
    names: { list: "News", item: "NewsItem" },
    one: "a news item",
    texts: {
      list: "Items are in the order of the content source, which is the editors' order, with undated items last; sort selects another order. To read the next page, follow links.next or the Link header, or send meta.nextCursor as cursor.",
      byId: "Returns the same as by slug. An id stays when the slug changes.",
    },
    links: ({ slug }: Linked) => ({ page: paths.newsItem(slug), feed: "/feed.json" }),
  },
  {
    tag: "events",
    names: { list: "Events", item: "Event" },
    one: "an event",
    texts: {
      list: "Returns events that are not over, soonest first. The parameter when selects upcoming, current or past events (newest first), or all events in the order of the content source; sort selects another order. To read the next page, follow links.next or the Link header, or send meta.nextCursor as cursor.",
      byId: "The ETag names this version of the event. Send it in If-Match with a change.",
    },
    links: ({ slug, startsAt = null }: Linked) => ({
      page: paths.event(slug),
      ...(startsAt !== null && { calendar: paths.eventCalendar(slug) }),
    }),
  },
] as const;
type Resource = (typeof RESOURCES)[number];

const REFUSALS = {
  "no-cursor": {
    status: 400,
    code: "unknown-cursor",
    message:
      "cursor: is unknown. Take it from links or the Link header, or leave it out to start again.",
    parameter: "cursor",
  },
  expired: {
    status: 410,
    code: "sync-token-expired",
    message:
      "syncToken: has expired. Read the whole list again with syncToken=start, and remove what is not in it.",
    parameter: "syncToken",
  },
  "no-store": {
    status: 503,
    code: "changes-unavailable",
    message: "Changes are not available at the moment. Please try again with the same syncToken.",
    retryAfterSeconds: 5,
  },
} as const satisfies Record<SyncRefusal, Refused["problem"]>;

function readOrder(sort: string | undefined): DateOrder | undefined {
  if (sort === undefined || sort === "source") return sort;
  return sort.startsWith("-") ? "latest-first" : "earliest-first";
}

/** Returns links to the pages around this page, by the values of a parameter, and the same links as a `Link` header (RFC 8288). */
function pageLinks(
  url: string,
  parameter: "cursor" | "page",
  { next, prev }: Record<"next" | "prev", string | null>,
) {
  const [path = "", search = ""] = url.split("?", 2);
  function linkTo(place: string | null): string {
    const query = new URLSearchParams(search);
    query.delete(parameter);
    if (place !== null) query.set(parameter, place);
    return query.size > 0 ? `${path}?${query}` : path;
  }
  const links = { next: next && linkTo(next), prev: prev && linkTo(prev), first: linkTo(null) };
  const known = Object.entries(links).filter(([, target]) => target !== null);
  const link = known.map(([relation, target]) => `<${target}>; rel="${relation}"`).join(", ");
  return { links, link };
}

/** Returns a shape with only the fields that `fields=` names, in the order of the shape. */
function pickFields({ shape }: z.ZodObject, fields: readonly string[]) {
  const entries = Object.entries(shape).filter(([name]) => fields.includes(name));
  return z.object(Object.fromEntries(entries));
}

function addResource(add: AddRead, addresses: Addresses, resource: Resource): void {
  const { tag, names, one, texts, links } = resource;
  const { item: shape, row } = publicShapes[tag];
  const tags = [names.list];
  const withAddresses = addresses[tag];
  add({
    path: `/bff/${tag}`,
    operationId: `list${names.list}`,
    tags,
    summary: `List ${tag}`,
    description: texts.list,
    querystring: queries[tag].list,
    schema: listEnvelope(row),
    problems: [400, 410, 502],
    read: async (data, { query: { sort, fields: _, syncToken: since, ...query } }) => {
      const { limit, cursor } = query;
      const narrowed = { ...query, order: readOrder(sort) };
      // A list of changes has all events, past ones too.
      const changes = { since, limit, cursor, when: "all" } as const;
      const outcome = await data.syncPage(tag, since === undefined ? narrowed : changes);
      if (outcome.kind !== "ok") return outcome;
      const { data: page, ...about } = outcome;
      if (typeof page === "string") return { kind: "refused", problem: REFUSALS[page] };
      return { ...about, data: page };
    },
    present: ({ items, total, syncToken, deleted, ...cursors }, { url, query: { fields } }) => ({
      data: items.map(withAddresses),
      meta: {
        total,
        nextCursor: cursors.next,
        syncToken: syncToken === null ? null : writeSyncToken(syncToken),
        deleted,
      },
      ...pageLinks(url, "cursor", cursors),
      ...(fields && { schema: listEnvelope(pickFields(row, fields)) }),
    }),
  });

  const both = {
    tags,
    querystring: queries[tag].item,
    schema: envelope(shape),
    problems: [400, 404, 502],
  };
  const shown = (item: Parameters<typeof withAddresses>[0], fields: string[] | undefined) => ({
    data: withAddresses(item),
    links: links(item),
    ...(fields && { schema: envelope(pickFields(shape, fields)) }),
  });
  add({
    ...both,
    path: `/bff/${tag}/:slug`,
    operationId: `get${names.item}`,
    summary: `Read ${one}`,
    description: "Finds the item by the slug in the URL of its page.",
    params: slugParams,
    read: (data, { params }) => data.bySlug(tag, params.slug),
    present: (item, { query }) => shown(item, query.fields),
  });
  add({
    ...both,
    path: `/bff/${tag}/id/:id`,
    operationId: `get${names.item}ById`,
    summary: `Read ${one} by id`,
    description: texts.byId,
    params: idParams,
    read: (data, { params }) => data.byId(tag, params.id),
    present: ({ item, stored }, { query }) => ({
      ...shown(item, query.fields),
      ...(tag === "events" && { etag: itemEtag(stored) }),
    }),
  });
}

function addViews(add: AddRead, { news, events }: Addresses): void {
  add({
    path: "/bff/view/news",
    operationId: "getNewsView",
    tags: ["Views"],
    summary: "Read a page of the news as the site shows it",
    description: "Returns the featured item and five others, as the page News & Events shows them.",
    querystring: queries.news.view,
    schema: envelope(publicShapes.news.view),
    read: (data, { query }) => data.newsFeed(query),
    present: ({ featured, items, ...view }) => ({
      data: { ...view, featured: featured && news(featured), items: items.map(news) },
    }),
  });
  add({
    path: "/bff/view/events",
    operationId: "getEventsView",
    tags: ["Views"],
    summary: "Read the events as the site shows them",
    description: "Returns current events, up to six upcoming ones, and a page of past events.",
    querystring: queries.events.view,
    schema: envelope(publicShapes.events.view),
    read: (data, { query }) => data.eventsFeed({ pastPage: query.past }),
    present: ({ happeningNow, upcoming, past, ...view }) => {
      const shown = { happeningNow: happeningNow.map(events), upcoming: upcoming.map(events) };
      return { data: { ...view, ...shown, past: past.map(events) } };
    },
  });
}

const pageQuery = z.strictObject({
  page: z.string().min(1).max(300).meta({
    description: "The path of a page of this site.",
    example: "/about-us",
  }),
});

/** Adds the documents of a page, which the site's own scripts read on a navigation. */
function addContentView(add: AddRead, { renderer }: ClientSide): void {
  add({
    path: "/bff/view/content",
    operationId: "getContentView",
    tags: ["Views"],
    summary: "Read the content of a page as the site shows it",
    description: "The documents that a page shows, in the language of its path.",
    querystring: pageQuery,
    schema: envelope(z.record(z.string(), z.unknown())),
    problems: [400, 404],
    read: async (
      data,
      { query: { page } },
    ): Promise<Outcome<Readonly<Record<string, unknown>>>> => {
      const target = renderer.contentOf(page);
      if (target === null) return { kind: "not-found" };
      return data.content({ language: languageOf(page), ...target });
    },
    present: (documents) => ({ data: documents }),
  });
}

/** The paging of a search for related reading, whose results are always one page. */
const ONE_PAGE = { page: 1, pages: 1, counts: [], suggestion: null, isPartial: false };

function addSearch(add: AddRead, publicOrigin: string): void {
  add({
    path: "/bff/search",
    operationId: "search",
    tags: ["Search"],
    summary: "Search the site",
    description:
      "Searches pages, projects, stories, announcements, answers, downloads, news and events. Send either q or like.",
    querystring: queries.search,
    schema: publicSearchResults,
    read: async (data, { query }): Promise<Outcome<SearchResults>> => {
      const { q = "", like, kind = null, ...rest } = query;
      if (like === undefined) return data.search({ q, kind, ...rest });
      const outcome = await data.related(like);
      if (outcome.kind !== "ok") return outcome;
      const items = outcome.data;
      return { ...outcome, data: { items, total: items.length, ...ONE_PAGE } };
    },
    present: ({ items, ...meta }, { url }) => {
      const { page, pages } = meta;
      const next = page < pages ? String(page + 1) : null;
      const prev = page > 1 ? String(Math.min(page - 1, pages)) : null;
      const data = items.map((hit) => ({ ...hit, url: publicOrigin + hit.path }));
      return { data, meta, ...pageLinks(url, "page", { next, prev }) };
    },
  });
}

/** Adds the read routes of `/bff`: one clean, documented shape of news and events, whatever the source sent, search and figures. */
export async function readRoutes(app: FastifyInstance): Promise<void> {
  const { PUBLIC_ORIGIN: publicOrigin } = app.config;
  const add = openResponses(app);
  const addresses = createAddresses(publicOrigin);
  for (const resource of RESOURCES) addResource(add, addresses, resource);
  addViews(add, addresses);
  addContentView(add, app.client);
  addSearch(add, publicOrigin);
  addClaimsRoute(app, add);
}

async function hideFromVisitors(request: FastifyRequest, reply: FastifyReply) {
  if (!isOperator(request)) return reply.callNotFound();
}

/** Adds `/bff/sources`, the report of /staff/sources for the operator's programs. Without a tag, the OpenAPI document omits it. */
export async function sourcesRoutes(app: FastifyInstance): Promise<void> {
  const { dataFor } = app.siteData;
  app.get(
    "/bff/sources",
    {
      schema: { response: { 200: envelope(sourcesReport) } },
      onRequest: [hideFromVisitors, refuseParameters],
    },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const outcome = await dataFor(readContextOf(request, reply)).sources();
      if (outcome.kind !== "ok") return sendSourceError(reply, outcome);
      const { data, meta } = outcome;
      return reply.send({ data, meta, links: { self: "/bff/sources", page: "/staff/sources" } });
    },
  );
}
