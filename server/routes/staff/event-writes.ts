import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { EventDraft } from "../../../shared/contract/event-draft.ts";
import { isSlug } from "../../../shared/slug.ts";
import type {
  EventWrites,
  WriteFailure,
  WriteOutcome,
  WrittenEvent,
} from "../../bff/events/event-writes.ts";
import { takeJsonOnly } from "../../http/body-parsers.ts";
import { entityTag, readIfMatch } from "../../http/cache/etag.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { problemOf, sendProblem } from "../../http/problems.ts";
import { addWriteLimit } from "../../http/rate-limits/form-rate-limits.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { readByHandler } from "../../openapi/documented-responses.ts";
import { digestOf } from "../../submissions/idempotency/handle-once.ts";
import type { IdempotencyStore } from "../../submissions/idempotency/idempotency-store.ts";
import { answerOnce, type PostResult } from "../answer-once.ts";
import { createPublicItems } from "../bff/public-items.ts";
import { eventOperations } from "./event-operations.ts";
import { eventDraft, fieldErrors } from "./event-writes.schema.ts";
import { createStaffGuard } from "./staff-guard.ts";

interface EventWriteDeps {
  publicOrigin: string;
  writes: EventWrites;
  idempotency: IdempotencyStore;
}
interface ById {
  Params: { id: string };
}

/** An event as read: its description, with each picture in every width. */
const MAX_BODY_BYTES = 128 * 1024;

const urlOf = (id: string) => `/bff/events/id/${encodeURIComponent(id)}`;

const NOT_CHANGED_HERE = {
  status: 404,
  message: "There is nothing to change at this URL. An event is changed at /bff/events/id/{id}.",
};
const HERE_IS_NONE = { status: 404, message: "There is no event at this URL." };

/** The problem of a failed change, and its headers. */
function problemOfFailure(failure: WriteFailure) {
  switch (failure.kind) {
    case "not-found":
      return { problem: HERE_IS_NONE };
    case "conflict": {
      const message = "The event has been changed since you read it. Read it again first.";
      return { problem: { status: 412, message } };
    }
    case "refused": {
      const message = failure.message ?? "The content source refused this event.";
      return { problem: { status: 422, message } };
    }
    case "unseen": {
      const where = failure.id === null ? "/bff/events?when=all" : urlOf(failure.id);
      const message = `The content source took the event but did not show it. Look at ${where} before you send it again.`;
      return { problem: { status: 502, message } };
    }
    case "unavailable": {
      const message = "The content source does not respond. Please try again later.";
      const headers = { "retry-after": String(failure.retryAfterSeconds) };
      return { problem: { status: failure.status, message }, headers };
    }
  }
}

function sendFailure(reply: FastifyReply, failure: WriteFailure): FastifyReply {
  const { problem, headers = {} } = problemOfFailure(failure);
  return sendProblem(reply.headers(headers), problem);
}

type Show = ReturnType<typeof createPublicItems>["event"];

const bodyOf = ({ id, item }: WrittenEvent, show: Show) => ({
  data: show(item),
  links: { self: urlOf(id) },
});

/** The response to a new event. What the source took is never sent to it again under the same key. */
function creationResult(
  outcome: WriteOutcome<WrittenEvent>,
  { show, requestId }: { show: Show; requestId: string },
): PostResult {
  if (outcome.kind === "done") {
    const { id, stored } = outcome.value;
    const headers = {
      "content-type": "application/json; charset=utf-8",
      location: urlOf(id),
      etag: entityTag(stored),
    };
    const body = JSON.stringify(bodyOf(outcome.value, show));
    return { kind: "done", response: { status: 201, headers, body } };
  }
  const failure = problemOfFailure(outcome);
  if (outcome.kind === "unseen") {
    const headers = { "content-type": "application/problem+json; charset=utf-8" };
    const body = JSON.stringify(problemOf(failure.problem, requestId));
    return { kind: "done", response: { status: failure.problem.status, headers, body } };
  }
  return { kind: outcome.kind === "unavailable" ? "unknown" : "refused", ...failure };
}

function sendWritten(
  reply: FastifyReply,
  outcome: WriteOutcome<WrittenEvent>,
  show: Show,
): FastifyReply {
  if (outcome.kind !== "done") return sendFailure(reply, outcome);
  return reply.header("etag", entityTag(outcome.value.stored)).send(bodyOf(outcome.value, show));
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

function createHandlers({ writes, idempotency, publicOrigin }: EventWriteDeps) {
  const { event: show } = createPublicItems(publicOrigin);
  return {
    async preview(request: FastifyRequest, reply: FastifyReply) {
      const draft = readDraft(request, reply);
      return draft === null ? reply : reply.send({ data: writes.preview(draft), links: {} });
    },

    async create(request: FastifyRequest, reply: FastifyReply) {
      const draft = readDraft(request, reply);
      if (draft === null) return reply;
      const post = { store: idempotency, operation: "createEvent", body: draft };
      return answerOnce([request, reply], post, async (clientKey) => {
        // Of the draft as well: at the source too, another event has another key.
        const key = clientKey === undefined ? null : digestOf("createEvent", clientKey, draft);
        const context = requestContextOf(request, reply);
        const outcome = await writes.create(draft, { context, key });
        const id = outcome.kind === "done" ? outcome.value.id : null;
        audit(request, "event created", id, outcome.kind);
        return creationResult(outcome, { show, requestId: request.id });
      });
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
      return sendWritten(reply, outcome, show);
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
export async function eventWriteRoutes(app: FastifyInstance): Promise<void> {
  const { config, siteData, submissions } = app;
  const token = config.EVENTS_WRITE_TOKEN ?? null;
  const publicOrigin = config.PUBLIC_ORIGIN;
  const guard = createStaffGuard({ token, publicOrigin, count: await addWriteLimit(app) });
  takeJsonOnly(app);
  const guarded = (schema?: FastifySchema) => ({
    onRequest: [guard, refuseParameters],
    validatorCompiler: readByHandler,
    config: { isHidden: token === null },
    bodyLimit: MAX_BODY_BYTES,
    ...(schema && { schema }),
  });
  const { preview, create, update, remove } = createHandlers({
    writes: siteData.eventWrites,
    idempotency: submissions.idempotency,
    publicOrigin,
  });
  app.post("/bff/events/preview", guarded(eventOperations.preview), preview);
  app.post("/bff/events", guarded(eventOperations.create), create);
  app.put<ById>("/bff/events/id/:id", guarded(eventOperations.update), update);
  app.delete<ById>("/bff/events/id/:id", guarded(eventOperations.remove), remove);
  // Nothing is changed by the URL that a slug or an id has for reading.
  for (const method of ["PUT", "DELETE"])
    app.route({
      method,
      url: "/bff/events/:id",
      config: { isHidden: true },
      onRequest: async (_request, reply) => sendProblem(reply, NOT_CHANGED_HERE),
      handler: async () => null,
    });
}
