import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Outcome } from "../../../shared/contract/outcome.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { paths } from "../../../shared/paths.ts";
import type { BffData } from "../../bff/bff-data.ts";
import { acceptsJson, sendNotAcceptable } from "../../http/accept-json.ts";
import { entityTag } from "../../http/cache/etag.ts";
import { createResponseCache } from "../../http/cache/response-cache.ts";
import { addClaimsRoute } from "./claims.ts";
import { createJsonResponses } from "./json-responses.ts";
import {
  publicEvent,
  publicEventsFeed,
  publicNews,
  publicNewsFeed,
  publicSearchResults,
} from "./public-items.schema.ts";
import { createPublicItems } from "./public-items.ts";
import {
  readOperations as operations,
  someEventFields,
  someNewsFields,
} from "./read-operations.ts";
import { createSenders } from "./send-outcome.ts";

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

/** The same item in its other forms. */
const aboutNews = ({ slug }: NewsItem) => ({
  links: { page: paths.newsItem(slug), feed: "/feed.json" },
});
const aboutEvent = ({ slug, startsAt }: EventItem) => ({
  links: {
    page: paths.event(slug),
    ...(startsAt === null ? {} : { calendar: paths.eventCalendar(slug) }),
  },
});

/** A stored response is sent at once; any other request has to accept JSON, and to be admitted. */
function addAdmission(
  app: FastifyInstance,
  responses: Pick<ReturnType<typeof createJsonResponses>, "sendFresh">,
): void {
  app.addHook("onRequest", (request, reply, done) => {
    if (responses.sendFresh(request, reply)) return;
    if (!acceptsJson(request.headers.accept)) {
      sendNotAcceptable(reply);
      return;
    }
    app.admit(reply).then((isAdmitted) => isAdmitted && done(), done);
  });
}

/** `/bff`: one clean, documented shape of news and events, whatever the source sent, and the site's figures. */
export async function readRoutes(instance: FastifyInstance): Promise<void> {
  const { config, siteData, clock: now } = instance;
  const cache = createResponseCache({ maxBytes: CACHE_BYTES, now, isImproved: false });
  siteData.onChange((tags) => cache.purge(tags));
  const deps = { publicOrigin: config.PUBLIC_ORIGIN, now };
  const shown = createPublicItems(deps.publicOrigin);
  const news = { whole: publicNews, some: someNewsFields, noun: "news item", show: shown.news };
  const events = { whole: publicEvent, some: someEventFields, noun: "event", show: shown.event };
  const responses = createJsonResponses({ cache, freshSeconds: config.FRESH_SECONDS, now });
  const send = createSenders({ responses, dataFor: siteData.dataFor });

  addAdmission(instance, responses);
  addClaimsRoute(instance, { ...deps, responses });
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get("/bff/news", { schema: operations.newsList }, (request, reply) => {
    const { limit, cursor = null, category = null, tag = null, sort, fields } = request.query;
    const query = { limit, cursor, category, tag, order: ORDERS[sort] };
    return send.list([request, reply], { kind: news, fields }, (data) => data.newsList(query));
  });
  app.get("/bff/news/:slug", { schema: operations.newsBySlug }, (request, reply) => {
    const { slug } = request.params;
    const what = { kind: news, fields: request.query.fields };
    return send.item([request, reply], what, (data) => data.newsItem(slug), aboutNews);
  });
  app.get("/bff/news/id/:id", { schema: operations.newsById }, (request, reply) => {
    const { id } = request.params;
    const what = { kind: news, fields: request.query.fields };
    return send.item([request, reply], what, (data) => data.newsById(id), aboutNews);
  });
  app.get("/bff/events", { schema: operations.eventList }, (request, reply) => {
    const { when, limit, cursor = null, sort, fields } = request.query;
    const query = { when, limit, cursor, order: sort && ORDERS[sort] };
    return send.list([request, reply], { kind: events, fields }, (data) => data.eventList(query));
  });
  app.get("/bff/events/:slug", { schema: operations.eventBySlug }, (request, reply) => {
    const { slug } = request.params;
    const what = { kind: events, fields: request.query.fields };
    return send.item([request, reply], what, (data) => data.event(slug), aboutEvent);
  });
  app.get("/bff/events/id/:id", { schema: operations.eventById }, (request, reply) => {
    const { id } = request.params;
    const what = { kind: events, fields: request.query.fields };
    // Of the item alone: a change names it in If-Match.
    let etag = "";
    const query = async (data: BffData): Promise<Outcome<EventItem>> => {
      const outcome = await data.eventById(id);
      if (outcome.kind !== "ok") return outcome;
      etag = entityTag(outcome.data.stored);
      return { ...outcome, data: outcome.data.item };
    };
    return send.item([request, reply], what, query, (item) => ({ ...aboutEvent(item), etag }));
  });
  app.get("/bff/feed/news", { schema: operations.newsFeed }, (request, reply) =>
    send.feed([request, reply], { schema: publicNewsFeed, show: shown.newsFeed }, (data) =>
      data.newsFeed(request.query),
    ),
  );
  app.get("/bff/search", { schema: operations.search }, (request, reply) => {
    const { q = "", like, kind = null, ...rest } = request.query;
    return send.feed(
      [request, reply],
      { schema: publicSearchResults, show: shown.searchResults },
      (data) =>
        like === undefined ? data.search({ q, kind, ...rest }) : data.related(request.url, like),
    );
  });
  app.get("/bff/feed/events", { schema: operations.eventsFeed }, (request, reply) => {
    const { past } = request.query;
    return send.feed(
      [request, reply],
      { schema: publicEventsFeed, show: shown.eventsFeed },
      (data) => data.eventsFeed({ pastPage: past }),
    );
  });
}
