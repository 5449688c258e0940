import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { z } from "zod";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { sourcesReport } from "../../shared/contract/sources-report.schema.ts";
import type { SearchResults } from "../../shared/model/search-results.schema.ts";
import { refuseParameters, sendProblem } from "../http/problems.ts";
import { requestContextOf } from "../http/request-log.ts";
import type { BffData } from "../source/site-data.ts";
import { addClaimsRoute } from "./claims.ts";
import { found, JsonResponses } from "./json-responses.ts";
import {
  createAddresses,
  envelope,
  publicEventsView,
  publicNewsView,
  publicSearchResults,
} from "./public-items.schema.ts";
import { eventsViewQuery, newsViewQuery, searchQuery } from "./queries.schema.ts";
import { addResources, linksOf } from "./resource-routes.ts";

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

  const newsView = {
    operationId: "getNewsView",
    tags: ["Views"],
    summary: "Read a page of the news as the site shows it",
    description: "The featured item and five others, as the page News & Events shows them.",
    querystring: newsViewQuery,
    response: found(envelope(publicNewsView)),
  };
  app.get("/bff/view/news", { schema: newsView }, ({ query }, reply) =>
    sendView(reply, publicNewsView, (data) => data.newsFeed(query), shown.newsFeed),
  );

  const eventsView = {
    operationId: "getEventsView",
    tags: ["Views"],
    summary: "Read the events as the site shows them",
    description: "Events under way, up to six to come, and a page of past ones.",
    querystring: eventsViewQuery,
    response: found(envelope(publicEventsView)),
  };
  app.get("/bff/view/events", { schema: eventsView }, ({ query: { past: pastPage } }, reply) =>
    sendView(reply, publicEventsView, (data) => data.eventsFeed({ pastPage }), shown.eventsFeed),
  );
}

/** What a search for related reading has in place of pages. */
const ONE_PAGE = { page: 1, pages: 1, counts: [], suggestion: null, isPartial: false };

function addSearch(instance: FastifyInstance, responses: JsonResponses): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { searchHit } = createAddresses(app.config.PUBLIC_ORIGIN);
  const search = {
    operationId: "search",
    tags: ["Search"],
    summary: "Search the site",
    description:
      "Pages, projects, stories, announcements, answers, downloads, news and events. Send q, or like.",
    querystring: searchQuery,
    response: found(publicSearchResults),
  };
  app.get("/bff/search", { schema: search }, ({ url, query }, reply) => {
    const { q = "", like, kind = null, ...rest } = query;
    const read = async (data: BffData): Promise<Outcome<SearchResults>> => {
      if (like === undefined) return data.search({ q, kind, ...rest });
      const outcome = await data.related(url, like);
      if (outcome.kind !== "ok") return outcome;
      const items = outcome.data;
      return { ...outcome, data: { items, total: items.length, ...ONE_PAGE } };
    };
    return responses.send(reply, {
      read,
      respond: ({ items, ...about }, meta) => {
        const { page, pages } = about;
        const numbers = {
          next: page < pages ? String(page + 1) : null,
          prev: page > 1 ? String(Math.min(page - 1, pages)) : null,
        };
        const { links, link } = linksOf(url, "page", numbers);
        const body = { data: items.map(searchHit), meta: { ...meta, ...about }, links };
        return { schema: publicSearchResults, body, link };
      },
    });
  });
}

/** `/bff`: one clean, documented shape of news and events, whatever the source sent, and the site's figures. */
export async function readRoutes(app: FastifyInstance): Promise<void> {
  const responses = new JsonResponses(app);
  addResources(app, responses);
  addViews(app, responses);
  addSearch(app, responses);
  addClaimsRoute(app, responses);
}

/**
 * `/bff/sources`, the same report as the page /staff/sources renders. For staff and operators: without a tag, it is not in
 * the OpenAPI document.
 */
export async function sourcesRoutes(instance: FastifyInstance): Promise<void> {
  const { dataFor } = instance.siteData;
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    "/bff/sources",
    { schema: { response: { 200: envelope(sourcesReport) } }, onRequest: refuseParameters },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const outcome = await dataFor(requestContextOf(request, reply)).sources();
      if (outcome.kind !== "ok")
        return sendProblem(reply, { status: 503, message: "There is no report." });
      const { data, meta } = outcome;
      return reply.send({ data, meta, links: { self: "/bff/sources", page: "/staff/sources" } });
    },
  );
}
