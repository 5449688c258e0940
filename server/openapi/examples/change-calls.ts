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

type Call = Pick<ExampleCall, "operation" | "method" | "path">;

const preview: Call = { operation: "previewEvent", method: "POST", path: "/bff/events/preview" };
const create: Call = { operation: "createEvent", method: "POST", path: "/bff/events" };
const update: Call = { operation: "updateEvent", method: "PUT", path: "/bff/events/id/1" };
const remove: Call = { operation: "deleteEvent", method: "DELETE", path: "/bff/events/id/2" };

const ANY = { "if-match": "*" };
const headers = { ...staff, ...json };

/** Changes to events, and one event with a field that cannot be used. */
export const changeCalls: readonly ExampleCall[] = [
  { ...preview, name: "preview", summary: "A draft", status: 200, headers, body: DRAFT },
  {
    ...create,
    name: "unprocessable-content",
    summary: "It ends before it starts",
    status: 422,
    headers,
    body: { ...DRAFT, endsAt: "2027-03-04T16:00" },
  },
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
