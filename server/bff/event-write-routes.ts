import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import { z } from "zod";
import { eventItem } from "../../shared/model/event-item.schema.ts";
import { isSlug } from "../../shared/paths.ts";
import { MINUTE_MS } from "../../shared/time.ts";
import {
  idempotencyKeyHeader,
  type PostResult,
  requestDigest,
  respondOnce,
} from "../forms/idempotency.ts";
import { bearerToken } from "../http/bearer-token.ts";
import { itemEtag, readIfMatch } from "../http/etag.ts";
import { isFromOurPages, isSecret } from "../http/headers.ts";
import { problemOf, refuseParameters, sendProblem } from "../http/problems.ts";
import { createLimit } from "../http/rate-limits.ts";
import { takeJsonOnly } from "../http/request-bodies.ts";
import { readContextOf } from "../http/request-log.ts";
import type { EventDraft, WriteOutcome, WrittenEvent } from "../source/event-writes.ts";
import { draftErrors, eventDraft } from "./event-draft.schema.ts";
import { readByHandler, responses } from "./openapi/openapi-document.ts";
import { createAddresses, publicEvent } from "./public-items.schema.ts";
import { idParams } from "./queries.schema.ts";

type ById = { Params: { id: string } };

const NO_EVENT = { status: 404, message: "No event was found at this URL." };
const NO_CONDITION = {
  status: 428,
  code: "if-match-required",
  message: "Send If-Match with the ETag of /bff/events/id/{id}.",
};

const written = z
  .object({
    data: publicEvent.meta({ description: "The event as visitors see it." }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: "WrittenEvent" });
const preview = eventItem.meta({
  id: "EventPreview",
  description: "An event that is not stored yet, and so has no url and self.",
});
const previewed = z.object({ data: preview.nullable(), links: z.object({}) });
const ifMatch = z.object({
  "If-Match": z.string().meta({
    description:
      "The ETag of /bff/events/id/{id}, which names the version that the change is based on. An asterisk matches any version.",
  }),
});

/** Returns the responses of a change: its own problems, and those of every change. */
const changed = (good: Parameters<typeof responses>[0], problems: number[]) =>
  responses(good, [400, 401, 403, 404, 429, ...problems]);

const operations = {
  preview: {
    operationId: "previewEvent",
    summary: "Preview an event as visitors would see it",
    description: "Returns the event as visitors would see it, and stores nothing.",
    body: eventDraft,
    response: changed(
      { 200: { schema: previewed, description: "The event as visitors would see it." } },
      [422],
    ),
  },
  create: {
    operationId: "createEvent",
    summary: "Create an event",
    description: "Pages that show the event are rendered again at once.",
    headers: idempotencyKeyHeader("Without a key, each request creates an event."),
    body: eventDraft,
    response: changed({ 201: { schema: written, description: "Created." } }, [409, 422, 502]),
  },
  update: {
    operationId: "updateEvent",
    summary: "Change an event",
    description:
      "Replaces the whole event. Requires If-Match with the version that the change is based on.",
    params: idParams,
    headers: ifMatch,
    body: eventDraft,
    response: changed({ 200: { schema: written, description: "Changed." } }, [412, 422, 428, 502]),
  },
  remove: {
    operationId: "deleteEvent",
    summary: "Delete an event",
    description: "Requires If-Match with the version that was last read.",
    params: idParams,
    headers: ifMatch,
    response: changed({ 204: { schema: null, description: "Deleted." } }, [412, 422, 428, 502]),
  },
};

/** Returns the options of a route for staff. Requests with a wrong token also count towards the limit, against guessing. */
function staffOptions(app: FastifyInstance) {
  const { EVENTS_WRITE_TOKEN: token, PUBLIC_ORIGIN: publicOrigin } = app.config;
  const limit = createLimit(app, {
    max: 60,
    windowMs: MINUTE_MS,
    nameOf: () => "writes",
    messageOf: () => "Too many changes in a short while. Please wait.",
  });
  async function hide(_request: FastifyRequest, reply: FastifyReply) {
    reply.header("cache-control", "no-store");
    if (token === undefined)
      return sendProblem(reply, { status: 404, message: "Nothing was found at this URL." });
  }
  async function guard(request: FastifyRequest, reply: FastifyReply) {
    const refuse = (status: number, message: string, code?: string) =>
      sendProblem(reply, { status, message, code });
    if (!isFromOurPages(request, publicOrigin))
      return refuse(403, "Requests from pages of other sites are refused.");
    const given = bearerToken(request);
    if (given !== undefined && token !== undefined && isSecret(given, token)) return undefined;
    const status = 401;
    request.log.warn({ audit: "event write refused", status }, "audit");
    const challenge = 'Bearer realm="events"';
    if (given !== undefined) {
      reply.header("www-authenticate", `${challenge}, error="invalid_token"`);
      return refuse(status, "Wrong staff token.", "wrong-token");
    }
    reply.header("www-authenticate", challenge);
    return refuse(status, "Send the staff token as Authorization: Bearer.", "missing-token");
  }
  return (schema: FastifySchema) => ({
    onRequest: [hide, limit, guard, refuseParameters],
    validatorCompiler: readByHandler,
    config: { isHidden: token === undefined },
    // Room for an event sent back as read, whose description has each picture in every width.
    bodyLimit: 128 * 1024,
    schema: { tags: ["Events"], security: [{ staffToken: [] }], ...schema },
  });
}

/** Returns the response to a new event. An event that the source took is never sent again under the same key. */
function creationResult(
  outcome: WriteOutcome<WrittenEvent>,
  {
    bodyOf,
    ...about
  }: { bodyOf: (event: WrittenEvent) => object; requestId: string; origin: string },
): PostResult {
  const responseOf = (status: number, type: string, body: object, headers = {}) => ({
    response: {
      status,
      headers: { "content-type": `application/${type}; charset=utf-8`, ...headers },
      body: JSON.stringify(body),
    },
  });
  if (outcome.kind === "unseen")
    return responseOf(outcome.status, "problem+json", problemOf(outcome, about));
  if (outcome.kind !== "done") return { problem: outcome };
  const { self: location, stored } = outcome.value;
  return responseOf(201, "json", bodyOf(outcome.value), { location, etag: itemEtag(stored) });
}

/** Reads the body as a draft. Returns null after sending a 422 with the error of each field. */
function readDraft({ body }: FastifyRequest, reply: FastifyReply): EventDraft | null {
  const read = eventDraft.safeParse(body);
  if (read.success) return read.data;
  const errors = draftErrors(read.error);
  sendProblem(reply, {
    status: 422,
    code: "invalid-fields",
    message: "Some fields are not valid.",
    errors,
  });
  return null;
}

/** Reads the event to change, and the version the change is based on. Returns null after sending a problem. */
function readTarget(request: FastifyRequest<ById>, reply: FastifyReply) {
  const { id } = request.params;
  const isExpected = readIfMatch(request.headers["if-match"]);
  if (isSlug(id) && isExpected)
    return { id, change: { context: readContextOf(request, reply), isExpected } };
  sendProblem(reply, isSlug(id) ? NO_CONDITION : NO_EVENT);
  return null;
}

/** Logs one line per change: the operation, the event's id and the outcome, but no text of the event and no name. */
function audit(request: FastifyRequest, what: string, id: string | null, outcome: string): void {
  request.log.info({ audit: what, eventId: id, outcome }, "audit");
}

/** Adds `POST`, `PUT` and `DELETE` of `/bff/events` for staff, behind a token (docs/decisions/0041). */
export async function eventWriteRoutes(app: FastifyInstance): Promise<void> {
  const { config, siteData } = app;
  const writes = siteData.eventWrites;
  const { events: withAddresses } = createAddresses(config.PUBLIC_ORIGIN);
  const bodyOf = ({ item, self }: WrittenEvent) => ({ data: withAddresses(item), links: { self } });
  const guarded = staffOptions(app);
  takeJsonOnly(app);

  app.post("/bff/events/preview", guarded(operations.preview), async (request, reply) => {
    const draft = readDraft(request, reply);
    return draft === null ? reply : reply.send({ data: writes.preview(draft), links: {} });
  });

  app.post("/bff/events", guarded(operations.create), async (request, reply) => {
    const draft = readDraft(request, reply);
    if (draft === null) return reply;
    const post = { operation: "createEvent", body: draft };
    return respondOnce(reply, post, async (clientKey) => {
      // The key covers the draft as well, so that another event has another key at the source too.
      const key = clientKey === undefined ? null : requestDigest("createEvent", clientKey, draft);
      const context = readContextOf(request, reply);
      const outcome = await writes.create(draft, { context, key });
      const id = outcome.kind === "done" ? outcome.value.id : null;
      audit(request, "event created", id, outcome.kind);
      return creationResult(outcome, {
        bodyOf,
        requestId: request.id,
        origin: config.PUBLIC_ORIGIN,
      });
    });
  });

  app.put<ById>("/bff/events/id/:id", guarded(operations.update), async (request, reply) => {
    const target = readTarget(request, reply);
    const draft = target && readDraft(request, reply);
    if (!draft) return reply;
    const outcome = await writes.update(target.id, draft, target.change);
    audit(request, "event updated", target.id, outcome.kind);
    if (outcome.kind !== "done") return sendProblem(reply, outcome);
    return reply.header("etag", itemEtag(outcome.value.stored)).send(bodyOf(outcome.value));
  });

  app.delete<ById>("/bff/events/id/:id", guarded(operations.remove), async (request, reply) => {
    const target = readTarget(request, reply);
    if (target === null) return reply;
    const outcome = await writes.remove(target.id, target.change);
    audit(request, "event deleted", target.id, outcome.kind);
    return outcome.kind === "done" ? reply.code(204).send() : sendProblem(reply, outcome);
  });

  // The URL for reading by slug accepts no changes.
  const message = "Send changes of an event to /bff/events/id/{id}.";
  app.route({
    method: ["PUT", "DELETE"],
    url: "/bff/events/:id",
    config: { isHidden: true },
    handler: async (_request, reply) => sendProblem(reply, { status: 404, message }),
  });
}
