import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type { EventDraft } from "../../../shared/model/event-item.schema.ts";
import { isSlug } from "../../../shared/paths.ts";
import type {
  EventWrites,
  WriteFailure,
  WriteOutcome,
  WrittenEvent,
} from "../../bff/event-writes.ts";
import { takeJsonOnly } from "../../http/body-parsers.ts";
import { entityTag, readIfMatch } from "../../http/cache/etag.ts";
import { problemOf, refuseParameters, sendProblem } from "../../http/problems.ts";
import { addWriteLimit } from "../../http/rate-limits/form-rate-limits.ts";
import { requestContextOf } from "../../http/request-context.ts";
import { readByHandler } from "../../openapi/documented-responses.ts";
import type { IdempotencyStore } from "../../submissions/idempotency/idempotency-store.ts";
import { digestOf } from "../../submissions/idempotency/message-key.ts";
import { answerOnce, type PostResult } from "../answer-once.ts";
import { createAddresses } from "../bff/public-items.schema.ts";
import { eventOperations } from "./event-operations.ts";
import { eventDraft, fieldErrors } from "./event-writes.schema.ts";
import { createStaffGuard } from "./staff-guard.ts";

interface EventWriteDeps {
  writes: EventWrites;
  idempotency: IdempotencyStore;
  publicOrigin: string;
}
interface ById {
  Params: { id: string };
}

/** An event as read: its description, with each picture in every width. */
const MAX_BODY_BYTES = 128 * 1024;

const NO_EVENT = { status: 404, message: "There is no event at this URL." };
const NOT_CHANGED_HERE = {
  status: 404,
  message: "There is nothing to change at this URL. An event is changed at /bff/events/id/{id}.",
};
const NO_CONDITION = {
  status: 428,
  message: "Send If-Match with the ETag of /bff/events/id/{id}.",
};

const sendFailure = (reply: FastifyReply, { kind: _, ...problem }: WriteFailure) =>
  sendProblem(reply, problem);

/** The response to a new event. What the source took is never sent to it again under the same key. */
function creationResult(
  outcome: WriteOutcome<WrittenEvent>,
  { bodyOf, requestId }: { bodyOf: (event: WrittenEvent) => object; requestId: string },
): PostResult {
  if (outcome.kind === "done") {
    const headers = {
      "content-type": "application/json; charset=utf-8",
      location: outcome.value.self,
      etag: entityTag(outcome.value.stored),
    };
    const body = JSON.stringify(bodyOf(outcome.value));
    return { kind: "done", response: { status: 201, headers, body } };
  }
  const { kind, ...problem } = outcome;
  if (kind === "unseen") {
    const headers = { "content-type": "application/problem+json; charset=utf-8" };
    const body = JSON.stringify(problemOf(problem, requestId));
    return { kind: "done", response: { status: problem.status, headers, body } };
  }
  return { kind: kind === "unavailable" ? "unknown" : "refused", problem };
}

/** The body as a draft; null after a 422 with the error of each field. */
function readDraft(request: FastifyRequest, reply: FastifyReply): EventDraft | null {
  const read = eventDraft.safeParse(request.body);
  if (read.success) return read.data;
  const errors = fieldErrors(read.error);
  sendProblem(reply, { status: 422, message: "Some fields cannot be used.", errors });
  return null;
}

/** One line a change: what, which event and the outcome; no text of the event, no name. */
function audit(request: FastifyRequest, what: string, id: string | null, outcome: string): void {
  request.log.info({ audit: what, eventId: id, outcome }, "audit");
}

function createHandlers({ writes, idempotency, publicOrigin }: EventWriteDeps) {
  const { events: show } = createAddresses(publicOrigin);
  const bodyOf = ({ item, self }: WrittenEvent) => ({ data: show(item), links: { self } });
  /** The event that is changed, and the version the change is based on; null after a problem. */
  function readTarget(request: FastifyRequest<ById>, reply: FastifyReply) {
    const { id } = request.params;
    const isExpected = readIfMatch(request.headers["if-match"]);
    if (isSlug(id) && isExpected)
      return { id, change: { context: requestContextOf(request, reply), isExpected } };
    sendProblem(reply, isSlug(id) ? NO_CONDITION : NO_EVENT);
    return null;
  }

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
        return creationResult(outcome, { bodyOf, requestId: request.id });
      });
    },

    async update(request: FastifyRequest<ById>, reply: FastifyReply) {
      const target = readTarget(request, reply);
      const draft = target && readDraft(request, reply);
      if (!draft) return reply;
      const outcome = await writes.update(target.id, draft, target.change);
      audit(request, "event updated", target.id, outcome.kind);
      if (outcome.kind !== "done") return sendFailure(reply, outcome);
      return reply.header("etag", entityTag(outcome.value.stored)).send(bodyOf(outcome.value));
    },

    async remove(request: FastifyRequest<ById>, reply: FastifyReply) {
      const target = readTarget(request, reply);
      if (target === null) return reply;
      const outcome = await writes.remove(target.id, target.change);
      audit(request, "event deleted", target.id, outcome.kind);
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
  const guarded = (schema: FastifySchema) => ({
    onRequest: [guard, refuseParameters],
    validatorCompiler: readByHandler,
    config: { isHidden: token === null },
    bodyLimit: MAX_BODY_BYTES,
    schema,
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
  app.route({
    method: ["PUT", "DELETE"],
    url: "/bff/events/:id",
    config: { isHidden: true },
    onRequest: async (_request, reply) => sendProblem(reply, NOT_CHANGED_HERE),
    handler: async () => null,
  });
}
