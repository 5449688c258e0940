import type { ExampleCall } from "./example-call.ts";

const json = { "content-type": "application/json" };
const staff = { authorization: "Bearer a-token-of-the-staff" };

const DRAFT = {
  title: "Open evening",
  startsAt: "2027-03-04T17:00",
  endsAt: "2027-03-04T19:00",
  location: "Bunju B",
  description: "<p>Come and see.</p>",
  ticketPrice: "0",
};
const BACKWARDS = { ...DRAFT, endsAt: "2027-03-04T16:00" };

type Call = Pick<ExampleCall, "operation" | "method" | "path">;

const preview: Call = { operation: "previewEvent", method: "POST", path: "/bff/events/preview" };
const create: Call = { operation: "createEvent", method: "POST", path: "/bff/events" };
const update: Call = { operation: "updateEvent", method: "PUT", path: "/bff/events/id/1" };
const remove: Call = { operation: "deleteEvent", method: "DELETE", path: "/bff/events/id/2" };

/** Every change is for the staff: with no token set, without it, with another one. */
function guardOf(call: Call): ExampleCall[] {
  return [
    {
      ...call,
      name: "unauthorized",
      summary: "Without a token",
      status: 401,
    },
    {
      ...call,
      name: "forbidden",
      summary: "With a wrong token",
      status: 403,
      headers: { authorization: "Bearer not-the-token-at-all" },
    },
    {
      ...call,
      name: "not-found",
      summary: "No token is set here",
      status: 404,
      headers: staff,
      given: "no-token",
    },
  ];
}

function bodyOf(call: Call, more: Readonly<Record<string, string>> = {}): ExampleCall[] {
  const headers = { ...staff, ...json, ...more };
  return [
    {
      ...call,
      name: "bad-request",
      summary: "Broken JSON",
      status: 400,
      headers,
      rawBody: '{"title": ',
    },
    {
      ...call,
      name: "content-too-large",
      summary: "More than 32 KiB",
      status: 413,
      headers,
      rawBody: "a".repeat(33 * 1024),
    },
    {
      ...call,
      name: "unsupported-media-type",
      summary: "Not JSON",
      status: 415,
      headers: { ...headers, "content-type": "text/csv" },
      rawBody: "title",
    },
    {
      ...call,
      name: "unprocessable-content",
      summary: "It ends before it starts",
      headers,
      body: BACKWARDS,
      status: 422,
    },
  ];
}

function versionOf(call: Call): ExampleCall[] {
  const body = call.method === "PUT" ? { body: DRAFT } : {};
  const headers = call.method === "PUT" ? { ...staff, ...json } : staff;
  return [
    {
      ...call,
      name: "precondition-required",
      summary: "Without If-Match",
      status: 428,
      headers,
      ...body,
    },
    {
      ...call,
      name: "precondition-failed",
      summary: "Somebody else was quicker",
      status: 412,
      headers: { ...headers, "if-match": '"an-older-version"' },
      ...body,
    },
  ];
}

const ANY = { "if-match": "*" };
const headers = { ...staff, ...json };

/** Changes to events, and what can go wrong with each; good ones last. */
export const changeCalls: readonly ExampleCall[] = [
  ...[preview, create, update, remove].flatMap(guardOf),
  ...bodyOf(preview),
  ...bodyOf(create),
  ...bodyOf(update, ANY),
  ...[update, remove].flatMap(versionOf),
  { ...preview, name: "preview", summary: "A draft", status: 200, headers, body: DRAFT },
  {
    ...create,
    name: "created",
    summary: "A new event",
    status: 201,
    body: DRAFT,
    headers: { ...headers, "idempotency-key": "open-evening-1" },
  },
  {
    ...update,
    name: "changed",
    summary: "The event, whole",
    status: 200,
    headers: { ...headers, ...ANY },
    body: { ...DRAFT, status: "cancelled" },
  },
  {
    ...remove,
    name: "deleted",
    summary: "Any version of it",
    status: 204,
    headers: { ...staff, ...ANY },
  },
];
