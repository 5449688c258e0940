import {
  CATEGORY,
  CURSOR,
  FIELDS,
  KEY,
  LIMIT,
  type Parameter,
  PHONE,
  SORT_EVENTS,
  SORT_NEWS,
  TAG,
} from "./reference-parameters.ts";
import { searchReference } from "./reference-search.ts";

/** One operation of the API in the reference. */
export interface Operation {
  /** Its `operationId` in the OpenAPI document. */
  id: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  summary: string;
  text: string;
  parameters?: readonly Parameter[];
  /** Arguments of curl, one a line; `{origin}` is the site's origin. */
  curl?: readonly string[];
}

export interface OperationGroup {
  id: string;
  title: string;
  text: string;
  operations: readonly Operation[];
}

const JSON_BODY = "-H 'Content-Type: application/json'";
const STAFF = "-H 'Authorization: Bearer a-token-of-the-staff'";

/** Every operation, grouped and described as in the OpenAPI document. */
export const reference: readonly OperationGroup[] = [
  {
    id: "news",
    title: "News",
    text: "What the foundation reports, in the order of its content source.",
    operations: [
      {
        id: "listNews",
        method: "GET",
        path: "/bff/news",
        summary: "List news",
        text: "One page at a time, in our editors' order. Items are complete unless you name fields.",
        parameters: [LIMIT, CURSOR, CATEGORY, TAG, SORT_NEWS, FIELDS],
        curl: ["'{origin}/bff/news?limit=2&fields=slug,title,publishedAt'"],
      },
      {
        id: "getNewsItem",
        method: "GET",
        path: "/bff/news/{slug}",
        summary: "Read a news item",
        text: "By the slug in a list; it is also the last part of the page's URL.",
        parameters: [FIELDS],
        curl: ["'{origin}/bff/news/a-tap-everyone-can-reach?fields=title,excerpt'"],
      },
      {
        id: "getNewsItemById",
        method: "GET",
        path: "/bff/news/id/{id}",
        summary: "Read a news item by id",
        text: "The same item; an id stays when a slug changes.",
        parameters: [FIELDS],
      },
    ],
  },
  {
    id: "events",
    title: "Events",
    text: "Where to meet us. Reading is open; changes are for the staff.",
    operations: [
      {
        id: "listEvents",
        method: "GET",
        path: "/bff/events",
        summary: "List events",
        text: "Upcoming events, soonest first; when selects past or all.",
        parameters: [
          { name: "when", text: "upcoming, past or all." },
          LIMIT,
          CURSOR,
          SORT_EVENTS,
          FIELDS,
        ],
        curl: ["'{origin}/bff/events?limit=3&fields=title,startsAt,location'"],
      },
      {
        id: "getEvent",
        method: "GET",
        path: "/bff/events/{slug}",
        summary: "Read an event",
        text: "By the slug in a list.",
        parameters: [FIELDS],
        curl: ["'{origin}/bff/events/open-day-bunju'"],
      },
      {
        id: "getEventById",
        method: "GET",
        path: "/bff/events/id/{id}",
        summary: "Read an event by id",
        text: "Its ETag names this version of the event; send it in If-Match with a change.",
        parameters: [FIELDS],
      },
      {
        id: "previewEvent",
        method: "POST",
        path: "/bff/events/preview",
        summary: "Preview an event as visitors would see it",
        text: "Nothing is changed. Needs the staff's token, as the three below do.",
      },
      {
        id: "createEvent",
        method: "POST",
        path: "/bff/events",
        summary: "Create an event",
        text: "With an Idempotency-Key, sending it twice makes one event. The response is the event as our source has it.",
        parameters: [KEY],
        curl: [
          "-X POST '{origin}/bff/events'",
          STAFF,
          JSON_BODY,
          `-d '{"title":"Open evening","startsAt":"2027-03-04T17:00"}'`,
        ],
      },
      {
        id: "updateEvent",
        method: "PUT",
        path: "/bff/events/id/{id}",
        summary: "Change an event",
        text: "Send the whole event, and the version you changed; 412 when somebody else changed it first.",
        curl: [
          "-X PUT '{origin}/bff/events/id/1'",
          STAFF,
          "-H 'If-Match: *'",
          JSON_BODY,
          `-d '{"title":"Open evening, moved","startsAt":"2027-03-05T17:00"}'`,
        ],
      },
      {
        id: "deleteEvent",
        method: "DELETE",
        path: "/bff/events/id/{id}",
        summary: "Delete an event",
        text: "Needs If-Match too.",
      },
    ],
  },
  {
    id: "feeds",
    title: "Feeds",
    text: "Ready-made selections, as shown on this site's pages.",
    operations: [
      {
        id: "getNewsFeed",
        method: "GET",
        path: "/bff/feed/news",
        summary: "Read a page of the news feed",
        text: "The featured item and five others.",
        parameters: [{ name: "page", text: "Which page, from 1." }, CATEGORY, TAG],
        curl: ["'{origin}/bff/feed/news?category=WASH'"],
      },
      {
        id: "getEventsFeed",
        method: "GET",
        path: "/bff/feed/events",
        summary: "Read the events feed",
        text: "Events under way, up to six to come, and a page of past ones.",
        parameters: [{ name: "past", text: "Which page of the past events." }],
        curl: ["'{origin}/bff/feed/events'"],
      },
    ],
  },
  searchReference,
  {
    id: "figures",
    title: "Figures",
    text: "What this site claims about its work.",
    operations: [
      {
        id: "listClaims",
        method: "GET",
        path: "/bff/claims",
        summary: "List the figures of this site",
        text: "Each with what exactly it counts, the day it held, its source, and whether it is confirmed.",
        curl: ["'{origin}/bff/claims'"],
      },
    ],
  },
  {
    id: "forms",
    title: "Forms",
    text: "What visitors submit. Once a form is accepted, it is not lost.",
    operations: [
      {
        id: "sendContactMessage",
        method: "POST",
        path: "/bff/contact",
        summary: "Send a contact message",
        text: "200 when the foundation has it, 202 when it is stored and will be delivered later.",
        parameters: [KEY, PHONE.contact],
        curl: [
          "-X POST '{origin}/bff/contact'",
          JSON_BODY,
          "-H 'Idempotency-Key: 7f3c1b0e-52d4-4c1b-9a51-0d2f9a6c8e11'",
          `-d '{"name":"Asha Mushi","email":"asha@example.org","subject":"A visit","message":"May we come?"}'`,
        ],
      },
      {
        id: "applyAsVolunteer",
        method: "POST",
        path: "/bff/volunteer",
        summary: "Apply as a volunteer",
        text: "The response has a reference number.",
        parameters: [KEY, PHONE.volunteer],
      },
      {
        id: "proposePartnership",
        method: "POST",
        path: "/bff/partner",
        summary: "Propose a partnership",
        text: "The response has a reference number.",
        parameters: [KEY, PHONE.partner],
      },
      {
        id: "issueFormToken",
        method: "GET",
        path: "/bff/form-token",
        summary: "Begin a form",
        text: "A signed time, to be sent as formToken. It helps us tell people from bots; it is optional.",
      },
    ],
  },
];

/** Feeds of the same items, for existing feed readers and calendars. */
export const subscriptions = [
  { path: "/feed.xml", text: "News as RSS" },
  { path: "/atom.xml", text: "News as Atom" },
  { path: "/feed.json", text: "News as JSON Feed" },
  { path: "/events.ics", text: "Events for calendars" },
  { path: "/blog/feed.xml", text: "The blog as RSS" },
] as const;
