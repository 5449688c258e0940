import type { ExampleCall } from "./example-call.ts";

const READS = [
  {
    operation: "listNews",
    name: "titles",
    path: "/bff/news?limit=2&fields=slug,title",
    summary: "The slugs and titles of the two newest items",
  },
  {
    operation: "listNews",
    name: "narrowed",
    path: "/bff/news?tag=inclusion&limit=1",
    summary: "One whole item with a tag",
  },
  {
    operation: "getNewsItem",
    name: "item",
    path: "/bff/news/a-tap-everyone-can-reach",
    summary: "A whole item",
  },
  {
    operation: "getNewsItemById",
    name: "fields",
    path: "/bff/news/id/1?fields=id,slug,title,publishedAt",
    summary: "Some fields of an item",
  },
  {
    operation: "getNewsFeed",
    name: "narrowed",
    path: "/bff/feed/news?tag=inclusion",
    summary: "The feed of a tag",
  },
  {
    operation: "listEvents",
    name: "next",
    path: "/bff/events?limit=2&fields=slug,title,startsAt,location",
    summary: "When and where the next two events are",
  },
  {
    operation: "getEvent",
    name: "event",
    path: "/bff/events/open-day-bunju",
    summary: "A whole event",
  },
  {
    operation: "getEventById",
    name: "fields",
    path: "/bff/events/id/3?fields=id,title,status,startsAt",
    summary: "Some fields of an event",
  },
  {
    operation: "getEventsFeed",
    name: "beyond",
    path: "/bff/feed/events?past=9",
    summary: "Events to come, and a page beyond the last of those that are over",
  },
  {
    operation: "search",
    name: "words",
    path: "/bff/search?q=brand%20guidelines&limit=2",
    summary: "The two best results for two words",
  },
  {
    operation: "listClaims",
    name: "all",
    path: "/bff/claims",
    summary: "Every figure, with what it counts and its source; two of them are shown here",
    itemsShown: 2,
  },
] as const;

/** Successful reads, most of their responses short enough to show. */
export const readCalls: readonly ExampleCall[] = READS.map((read) => ({
  ...read,
  method: "GET",
  status: 200,
}));
