import type { ExampleCall } from "./example-call.ts";

interface Read {
  operation: string;
  /** A good question, short enough to be shown with its answer. */
  path: string;
  summary: string;
  name: string;
}

const READS: readonly Read[] = [
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
];

const ITEMS: Readonly<Record<string, string>> = {
  getNewsItem: "/bff/news/no-such-item",
  getNewsItemById: "/bff/news/id/999999",
  getEvent: "/bff/events/no-such-event",
  getEventById: "/bff/events/id/999999",
};

const BAD: Readonly<Record<string, readonly [path: string, summary: string]>> = {
  listNews: ["/bff/news?limit=0", "A limit that is too small"],
  getNewsItem: ["/bff/news/open-day?fields=titel", "A field that there is not"],
  getNewsItemById: ["/bff/news/id/1?full=1", "A parameter that there is not"],
  getNewsFeed: ["/bff/feed/news?page=zero", "A page that is no number"],
  listEvents: ["/bff/events?when=soon", "A time that there is not"],
  getEvent: ["/bff/events/..%2Fsecret", "A slug that cannot be one"],
  getEventById: ["/bff/events/id/3?fields=when", "A field that there is not"],
  getEventsFeed: ["/bff/feed/events?past=0", "A page before the first"],
};

function problemsOf({ operation, path }: Read): ExampleCall[] {
  const get = { operation, method: "GET" } as const;
  const [badPath = "", badSummary = ""] = BAD[operation] ?? [];
  const absent = ITEMS[operation];
  return [
    { ...get, name: "bad-request", summary: badSummary, path: badPath, status: 400 },
    ...(absent === undefined
      ? []
      : [{ ...get, name: "not-found", summary: "It is not there", path: absent, status: 404 }]),
    {
      ...get,
      name: "not-acceptable",
      summary: "Only CSV is accepted",
      path,
      status: 406,
      headers: { accept: "text/csv" },
    },
    {
      ...get,
      name: "bad-gateway",
      summary: "The source answers nonsense",
      path,
      status: 502,
      given: "source-nonsense",
    },
    {
      ...get,
      name: "service-unavailable",
      summary: "The source is down",
      path,
      status: 503,
      given: "source-down",
    },
  ];
}

const firstOf = (operation: string) => READS.find((read) => read.operation === operation);

/** Questions, and everything that can go wrong with each. */
export const readCalls: readonly ExampleCall[] = [
  ...READS.map((read) => ({ ...read, method: "GET", status: 200 }) as const),
  ...READS.filter((read) => firstOf(read.operation) === read).flatMap(problemsOf),
];
