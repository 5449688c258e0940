import { z } from "zod";
import { responses } from "../../openapi/documented-responses.ts";
import { envelope, listEnvelope } from "./envelopes.schema.ts";
import {
  publicEvent,
  publicEventsFeed,
  publicNews,
  publicNewsFeed,
  publicSearchResults,
} from "./public-items.schema.ts";
import {
  eventItemQuery,
  eventListQuery,
  eventsFeedQuery,
  idParams,
  newsFeedQuery,
  newsItemQuery,
  newsListQuery,
  searchQuery,
  slugParams,
} from "./queries.schema.ts";

const UNCHANGED = "Nothing has changed since the ETag in If-None-Match.";

const found = (schema: z.ZodType, problems = [400, 406, 502, 503]) => {
  const good = { schema, description: "The requested data." };
  return responses({ 200: good, 304: { schema: null, description: UNCHANGED } }, problems);
};
const item = (schema: z.ZodType) => found(envelope(schema), [400, 404, 406, 502, 503]);

export const someNewsFields = publicNews.partial().meta({
  id: "NewsItemFields",
  description: "The fields of a news item that fields= requested.",
});
export const someEventFields = publicEvent.partial().meta({
  id: "EventItemFields",
  description: "The fields of an event that fields= requested.",
});
const someNews = z.union([publicNews, someNewsFields]);
const someEvent = z.union([publicEvent, someEventFields]);

/** Name, parameters and responses of each read: as it runs, and as it is documented. */
export const readOperations = {
  newsList: {
    operationId: "listNews",
    tags: ["News"],
    summary: "List news",
    description:
      "In the order of the content source, which is the editors' order, undated items last; sort selects another. A page at a time: follow links.next, or the Link header.",
    querystring: newsListQuery,
    response: found(listEnvelope(someNews)),
  },
  newsBySlug: {
    operationId: "getNewsItem",
    tags: ["News"],
    summary: "Read a news item",
    description: "By the slug in its page's URL.",
    params: slugParams,
    querystring: newsItemQuery,
    response: item(someNews),
  },
  newsById: {
    operationId: "getNewsItemById",
    tags: ["News"],
    summary: "Read a news item by id",
    description: "The same as by slug; an id stays when a slug changes.",
    params: idParams,
    querystring: newsItemQuery,
    response: item(someNews),
  },
  newsFeed: {
    operationId: "getNewsFeed",
    tags: ["Feeds"],
    summary: "Read a page of the news feed",
    description: "The featured item and five others, as the page News & Events shows them.",
    querystring: newsFeedQuery,
    response: found(envelope(publicNewsFeed)),
  },
  eventList: {
    operationId: "listEvents",
    tags: ["Events"],
    summary: "List events",
    description:
      "Upcoming events, soonest first. The parameter when selects past ones, newest first, or all, in the order of the content source; sort selects another order. Follow links.next, or the Link header.",
    querystring: eventListQuery,
    response: found(listEnvelope(someEvent)),
  },
  eventBySlug: {
    operationId: "getEvent",
    tags: ["Events"],
    summary: "Read an event",
    description: "By the slug in its page's URL.",
    params: slugParams,
    querystring: eventItemQuery,
    response: item(someEvent),
  },
  eventById: {
    operationId: "getEventById",
    tags: ["Events"],
    summary: "Read an event by id",
    description: "Its ETag names this version of the event; send it in If-Match with a change.",
    params: idParams,
    querystring: eventItemQuery,
    response: item(someEvent),
  },
  search: {
    operationId: "search",
    tags: ["Search"],
    summary: "Search the site",
    description:
      "Pages, projects, stories, announcements, answers, downloads, news and events. Send q, or like.",
    querystring: searchQuery,
    response: found(envelope(publicSearchResults)),
  },
  eventsFeed: {
    operationId: "getEventsFeed",
    tags: ["Feeds"],
    summary: "Read the events feed",
    description: "Events under way, up to six to come, and a page of past ones.",
    querystring: eventsFeedQuery,
    response: found(envelope(publicEventsFeed)),
  },
} as const;
