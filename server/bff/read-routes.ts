import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { z } from "zod";
import type { Outcome } from "../../shared/contract/site-data.ts";
import { sourcesReport } from "../../shared/contract/sources-report.schema.ts";
import { refuseParameters, sendProblem } from "../http/problems.ts";
import { requestContextOf } from "../http/request-log.ts";
import type { BffData } from "../source/site-data.ts";
import { addClaimsRoute } from "./claims.ts";
import { found, JsonResponses } from "./json-responses.ts";
import {
  createAddresses,
  envelope,
  publicEventsFeed,
  publicNewsFeed,
  publicSearchResults,
} from "./public-items.schema.ts";
import { eventsFeedQuery, newsFeedQuery, searchQuery } from "./queries.schema.ts";
import { addResources } from "./resource-routes.ts";

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
  addResources(app, responses);
  addViews(app, responses);
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
