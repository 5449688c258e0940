import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Outcome } from "../../shared/contract/answers.ts";
import type { ApiData, BadCursor, DataFor, ListPage } from "../../shared/contract/api-data.ts";
import type { EventItem } from "../../shared/model/event-item.ts";
import type { NewsItem } from "../../shared/model/news-item.ts";
import { isSlug, SLUG_RULE } from "../../shared/model/slug.ts";
import { paths } from "../../shared/paths.ts";
import { entityTag } from "../entity-tag.ts";
import { sendShed } from "../plugins/load-shedding.ts";
import { sendProblem } from "../plugins/problems.ts";
import {
  envelope,
  eventItem,
  eventListQuery,
  eventsFeed,
  eventsFeedQuery,
  listEnvelope,
  newsFeed,
  newsFeedQuery,
  newsItem,
  newsListQuery,
} from "./api.schema.ts";
import { askerOf } from "./asker.ts";
import { sendSourceFault } from "./failed-source.ts";

const slugParams = z.object({ slug: z.string().refine(isSlug, `must be ${SLUG_RULE}`) });
const idParams = z.object({ id: z.string().refine(isSlug, `must be ${SLUG_RULE}`) });

declare module "fastify" {
  interface FastifyInstance {
    /** Seconds since a time of the past, ISO 8601 (RFC 9111, section 5.1). */
    ageOf: (fetchedAt: string) => number;
  }
}

/** The answer to a question: its data in the envelope, or a problem with status 404, 502 or 503. */
function sendOutcome<T>(
  reply: FastifyReply,
  outcome: Outcome<T>,
  what: string,
  linksOf: (data: T) => Readonly<Record<string, string>> = () => ({}),
): FastifyReply {
  if (outcome.kind === "ok") {
    const { data, meta } = outcome;
    reply.header("age", reply.server.ageOf(meta.fetchedAt));
    return reply.send({ data, meta, links: { self: reply.request.url, ...linksOf(data) } });
  }
  if (outcome.kind === "not-found") {
    return sendProblem(reply, { status: 404, message: `There is no ${what} at this address.` });
  }
  return sendSourceFault(reply, outcome);
}

/** The same item in its other forms. */
const newsLinks = ({ slug }: NewsItem) => ({ page: paths.newsItem(slug), feed: "/feed.json" });
const eventLinks = ({ slug, startsAt }: EventItem) => ({
  page: paths.event(slug),
  ...(startsAt === null ? {} : { calendar: paths.eventCalendar(slug) }),
});

/** The address of the page after `url`, by its cursor. */
function nextLink(url: string, next: string | null): string | null {
  if (next === null) return null;
  const [path = "", search = ""] = url.split("?");
  const query = new URLSearchParams(search);
  query.set("cursor", next);
  return `${path}?${query}`;
}

function sendList<T>(
  reply: FastifyReply,
  outcome: Outcome<ListPage<T> | BadCursor>,
  what: string,
): FastifyReply {
  if (outcome.kind !== "ok") return sendOutcome(reply, outcome, what);
  if (outcome.data === "bad-cursor") {
    const message = "cursor: is not one that this API gave out; leave it out to start again.";
    return sendProblem(reply, { status: 400, message, parameter: "cursor" });
  }
  reply.header("age", reply.server.ageOf(outcome.meta.fetchedAt));
  const { items, total, next } = outcome.data;
  const url = reply.request.url;
  const links = { self: url, next: nextLink(url, next) };
  return reply.send({ data: items, meta: { ...outcome.meta, total }, links });
}

/** `/bff`: one clean, documented shape of news and events, whatever mess the source sent. */
export async function apiRoutes(
  instance: FastifyInstance,
  { dataFor, now }: { dataFor: DataFor; now: () => number },
) {
  instance.decorate("ageOf", (fetchedAt: string) =>
    Math.max(0, Math.round((now() - Date.parse(fetchedAt)) / 1_000)),
  );
  instance.addHook("onRequest", async (_request, reply) =>
    (await instance.beginWork()) ? undefined : sendShed(reply),
  );
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const data = (request: FastifyRequest, reply: FastifyReply): ApiData =>
    dataFor(askerOf(request, reply));

  app.get(
    "/bff/news",
    { schema: { querystring: newsListQuery, response: { 200: listEnvelope(newsItem) } } },
    async (request, reply) => {
      const { limit, cursor = null, category = null, tag = null } = request.query;
      const outcome = await data(request, reply).newsList({ limit, cursor, category, tag });
      return sendList(reply, outcome, "news");
    },
  );
  app.get(
    "/bff/events",
    { schema: { querystring: eventListQuery, response: { 200: listEnvelope(eventItem) } } },
    async (request, reply) => {
      const { when, limit, cursor = null } = request.query;
      const outcome = await data(request, reply).eventList({ when, limit, cursor });
      return sendList(reply, outcome, "events");
    },
  );
  app.get(
    "/bff/news/:slug",
    { schema: { params: slugParams, response: { 200: envelope(newsItem) } } },
    async (request, reply) =>
      sendOutcome(
        reply,
        await data(request, reply).newsItem(request.params.slug),
        "news item",
        newsLinks,
      ),
  );
  app.get(
    "/bff/news/id/:id",
    { schema: { params: idParams, response: { 200: envelope(newsItem) } } },
    async (request, reply) =>
      sendOutcome(
        reply,
        await data(request, reply).newsById(request.params.id),
        "news item",
        newsLinks,
      ),
  );
  app.get(
    "/bff/events/:slug",
    { schema: { params: slugParams, response: { 200: envelope(eventItem) } } },
    async (request, reply) =>
      sendOutcome(
        reply,
        await data(request, reply).event(request.params.slug),
        "event",
        eventLinks,
      ),
  );
  app.get(
    "/bff/events/id/:id",
    { schema: { params: idParams, response: { 200: envelope(eventItem) } } },
    async (request, reply) => {
      const outcome = await data(request, reply).eventById(request.params.id);
      // Made of the item alone: a change names it in If-Match.
      if (outcome.kind === "ok") reply.header("etag", entityTag(outcome.data));
      return sendOutcome(reply, outcome, "event", eventLinks);
    },
  );
  app.get(
    "/bff/feed/news",
    { schema: { querystring: newsFeedQuery, response: { 200: envelope(newsFeed) } } },
    async (request, reply) =>
      sendOutcome(reply, await data(request, reply).newsFeed(request.query), "news"),
  );
  app.get(
    "/bff/feed/events",
    { schema: { querystring: eventsFeedQuery, response: { 200: envelope(eventsFeed) } } },
    async (request, reply) => {
      const { past } = request.query;
      const outcome = await data(request, reply).eventsFeed({ pastPage: past });
      return sendOutcome(reply, outcome, "events");
    },
  );
}
