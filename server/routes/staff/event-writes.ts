import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { EventDraft } from "../../../shared/contract/event-draft.ts";
import type {
  EventWrites,
  WriteFailure,
  WriteOutcome,
  WrittenEvent,
} from "../../contract/event-writes.ts";
import { isSlug } from "../../contract/slug.ts";
import { takeJsonOnly } from "../../http/body-parsers.ts";
import { entityTag, readIfMatch } from "../../http/cache/etag.ts";
import { sendProblem } from "../../http/problems.ts";
import { writeLimit } from "../../http/rate-limits/write-rate-limit.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { readByHandler } from "../../openapi/documented-responses.ts";
import { eventOperations } from "./event-operations.ts";
import { eventDraft, fieldErrors } from "./event-writes.schema.ts";
import { createStaffGuard, type GuardOptions } from "./staff-guard.ts";

interface EventWriteDeps extends Omit<GuardOptions, "count"> {
  writes: EventWrites;
}
interface ById {
  Params: { id: string };
}

const KEY = /^[\w-]{8,100}$/;

const urlOf = (id: string) => `/bff/events/id/${encodeURIComponent(id)}`;

function sendFailure(reply: FastifyReply, failure: WriteFailure): FastifyReply {
  switch (failure.kind) {
    case "not-found":
      return sendProblem(reply, { status: 404, message: "There is no event at this URL." });
    case "conflict": {
      const message = "The event has been changed since you read it. Read it again first.";
      return sendProblem(reply, { status: 412, message });
    }
    case "refused": {
      const message = failure.message ?? "The content source refused this event.";
      return sendProblem(reply, { status: 422, message });
    }
    case "unavailable":
      reply.header("retry-after", failure.retryAfterSeconds);
      return sendProblem(reply, {
        status: failure.status,
        message: "The content source does not respond. Please try again later.",
      });
  }
}

function sendWritten(reply: FastifyReply, outcome: WriteOutcome<WrittenEvent>): FastifyReply {
  if (outcome.kind !== "done") return sendFailure(reply, outcome);
  const { id, item, stored } = outcome.value;
  if (stored !== null) reply.header("etag", entityTag(stored));
  return reply.send({ data: item, links: { self: id === null ? null : urlOf(id) } });
}

/** The body as a draft; null after a 422 with the error of each field. */
function readDraft(request: FastifyRequest, reply: FastifyReply): EventDraft | null {
  const read = eventDraft.safeParse(request.body);
  if (read.success) return read.data;
  const errors = fieldErrors(read.error);
  sendProblem(reply, { status: 422, message: "Some fields cannot be used.", errors });
  return null;
}

/** The condition of a change; null after a 428 when there is none. */
function readCondition(request: FastifyRequest, reply: FastifyReply) {
  const isExpected = readIfMatch(request.headers["if-match"]);
  if (isExpected) return isExpected;
  const message = "Send If-Match with the ETag of /bff/events/id/{id}.";
  sendProblem(reply, { status: 428, message });
  return null;
}

/** One line a change: what, which event and the outcome; no text of the event, no name. */
function audit(request: FastifyRequest, what: string, id: string | null, outcome: string): void {
  request.log.info({ audit: what, eventId: id, outcome }, "audit");
}

function createHandlers(writes: EventWrites) {
  return {
    async preview(request: FastifyRequest, reply: FastifyReply) {
      const draft = readDraft(request, reply);
      return draft === null ? reply : reply.send({ data: writes.preview(draft), links: {} });
    },

    async create(request: FastifyRequest, reply: FastifyReply) {
      const draft = readDraft(request, reply);
      if (draft === null) return reply;
      const key = request.headers["idempotency-key"];
      const idempotencyKey = typeof key === "string" && KEY.test(key) ? key : null;
      const context = requestContextOf(request, reply);
      const outcome = await writes.create(draft, { context, idempotencyKey });
      const id = outcome.kind === "done" ? outcome.value.id : null;
      audit(request, "event created", id, outcome.kind);
      if (id !== null) reply.header("location", urlOf(id));
      if (outcome.kind === "done") reply.code(201);
      return sendWritten(reply, outcome);
    },

    async update(request: FastifyRequest<ById>, reply: FastifyReply) {
      const { id } = request.params;
      if (!isSlug(id)) return sendFailure(reply, { kind: "not-found" });
      const isExpected = readCondition(request, reply);
      const draft = isExpected && readDraft(request, reply);
      if (!isExpected || !draft) return reply;
      const context = requestContextOf(request, reply);
      const outcome = await writes.update(id, draft, { context, isExpected });
      audit(request, "event updated", id, outcome.kind);
      return sendWritten(reply, outcome);
    },

    async remove(request: FastifyRequest<ById>, reply: FastifyReply) {
      const { id } = request.params;
      if (!isSlug(id)) return sendFailure(reply, { kind: "not-found" });
      const isExpected = readCondition(request, reply);
      if (!isExpected) return reply;
      const context = requestContextOf(request, reply);
      const outcome = await writes.remove(id, { context, isExpected });
      audit(request, "event deleted", id, outcome.kind);
      return outcome.kind === "done" ? reply.code(204).send() : sendFailure(reply, outcome);
    },
  };
}

/** `POST`, `PUT` and `DELETE` of `/bff/events`: for staff, behind a token (docs/decisions/0041). */
export async function eventWriteRoutes(app: FastifyInstance, deps: EventWriteDeps): Promise<void> {
  const { writes, token, publicOrigin } = deps;
  const guard = createStaffGuard({ token, publicOrigin, count: await writeLimit(app) });
  takeJsonOnly(app, { mayBeAnything: true });
  const guarded = (schema?: FastifySchema) => ({
    onRequest: guard,
    validatorCompiler: readByHandler,
    config: { isHidden: token === null },
    ...(schema && { schema }),
  });
  const { preview, create, update, remove } = createHandlers(writes);
  app.post("/bff/events/preview", guarded(eventOperations.preview), preview);
  app.post("/bff/events", guarded(eventOperations.create), create);
  // An event is changed at the URL where it is read by its id; the shorter URL is that of the source.
  app.put<ById>("/bff/events/id/:id", guarded(eventOperations.update), update);
  app.delete<ById>("/bff/events/id/:id", guarded(eventOperations.remove), remove);
  app.put<ById>("/bff/events/:id", guarded(), update);
  app.delete<ById>("/bff/events/:id", guarded(), remove);
}
