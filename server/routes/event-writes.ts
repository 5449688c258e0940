import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from "fastify";
import type {
  EventDraft,
  EventWrites,
  WriteFailure,
  WriteOutcome,
  WrittenEvent,
} from "../../shared/contract/event-writes.ts";
import { isSlug } from "../../shared/model/slug.ts";
import { entityTag, readIfMatch } from "../entity-tag.ts";
import { takeJsonOnly } from "../plugins/body-parsers.ts";
import { sendProblem } from "../plugins/problems.ts";
import { isFromOurPages } from "../plugins/same-origin.ts";
import { writeLimit } from "../plugins/write-limit.ts";
import { askerOf } from "./asker.ts";
import { readByHandler } from "./bff/documented.ts";
import { eventOperations } from "./event-operations.ts";
import { eventDraft, fieldErrors } from "./event-writes.schema.ts";

interface Deps {
  writes: EventWrites;
  /** Null: nobody may write, and nothing says that one could. */
  token: string | null;
  publicOrigin: string;
}
interface ById {
  Params: { id: string };
}

const KEY = /^[\w-]{8,100}$/;

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Digests have one length, so that comparing takes one time whatever was sent. */
function checkToken(header: string | undefined, token: string): 401 | 403 | null {
  const given = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
  if (given === undefined) return 401;
  return timingSafeEqual(digest(given), digest(token)) ? null : 403;
}

const TOO_MANY = "Too many changes in a short while. Please wait and try again.";
const NOT_OURS = "This was sent from a page of another site.";
const NOT_HERE = "There is nothing at this address.";
const REFUSALS = {
  401: "Send the staff token as Authorization: Bearer.",
  403: "This token is not the right one.",
} as const;

function sendFailure(reply: FastifyReply, failure: WriteFailure): FastifyReply {
  switch (failure.kind) {
    case "not-found":
      return sendProblem(reply, { status: 404, message: "There is no event at this address." });
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
        message: "The content source does not answer. Please try again later.",
      });
  }
}

/** Reads the body; answers 422 with what is wrong with each field, and null, when it cannot be used. */
function readDraft(request: FastifyRequest, reply: FastifyReply): EventDraft | null {
  const read = eventDraft.safeParse(request.body);
  if (read.success) return read.data;
  const errors = fieldErrors(read.error);
  sendProblem(reply, { status: 422, message: "Some fields cannot be used.", errors });
  return null;
}

/** The condition of a change; answers 428, and null, when there is none. */
function readCondition(request: FastifyRequest, reply: FastifyReply) {
  const isExpected = readIfMatch(request.headers["if-match"]);
  if (isExpected) return isExpected;
  const message = "Send If-Match with the ETag of /bff/events/id/{id}.";
  sendProblem(reply, { status: 428, message });
  return null;
}

/** `POST`, `PUT` and `DELETE` of `/bff/events`: for staff, behind a token (decisions, "News and events"). */
export async function eventWriteRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { writes, token, publicOrigin } = deps;
  const count = await writeLimit(app);
  takeJsonOnly(app, { mayBeAnything: true });

  // Before the body is read; wrong tokens count too, so that none can be found by trying.
  const guard = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    if (token === null) return sendProblem(reply, { status: 404, message: NOT_HERE });
    const seconds = await count(request, reply);
    if (seconds !== null) {
      reply.header("retry-after", seconds);
      return sendProblem(reply, { status: 429, message: TOO_MANY });
    }
    if (!isFromOurPages(request, publicOrigin))
      return sendProblem(reply, { status: 403, message: NOT_OURS });
    const refusal = checkToken(request.headers.authorization, token);
    if (refusal === null) return;
    if (refusal === 401) reply.header("www-authenticate", 'Bearer realm="events"');
    request.log.warn({ audit: "event write refused", status: refusal }, "audit");
    return sendProblem(reply, { status: refusal, message: REFUSALS[refusal] });
  };
  const guarded = (schema?: FastifySchema) => ({
    onRequest: guard,
    validatorCompiler: readByHandler,
    config: { isHidden: token === null },
    ...(schema && { schema }),
  });

  /** One line a change: what, which and how it went; nothing of the words, and nobody's name. */
  function audit(request: FastifyRequest, what: string, id: string | null, outcome: string): void {
    request.log.info({ audit: what, eventId: id, outcome }, "audit");
  }

  function sendWritten(reply: FastifyReply, outcome: WriteOutcome<WrittenEvent>): FastifyReply {
    if (outcome.kind !== "done") return sendFailure(reply, outcome);
    const { id, item } = outcome.value;
    if (item !== null) reply.header("etag", entityTag(item));
    const links = { self: id === null ? null : `/bff/events/id/${encodeURIComponent(id)}` };
    return reply.send({ data: item, links });
  }

  app.post("/bff/events/preview", guarded(eventOperations.preview), async (request, reply) => {
    const draft = readDraft(request, reply);
    return draft === null ? reply : reply.send({ data: writes.preview(draft), links: {} });
  });

  app.post("/bff/events", guarded(eventOperations.create), async (request, reply) => {
    const draft = readDraft(request, reply);
    if (draft === null) return reply;
    const key = request.headers["idempotency-key"];
    const idempotencyKey = typeof key === "string" && KEY.test(key) ? key : null;
    const outcome = await writes.create(draft, { asker: askerOf(request, reply), idempotencyKey });
    const id = outcome.kind === "done" ? outcome.value.id : null;
    audit(request, "event created", id, outcome.kind);
    if (id !== null) reply.header("location", `/bff/events/id/${encodeURIComponent(id)}`);
    if (outcome.kind === "done") reply.code(201);
    return sendWritten(reply, outcome);
  });

  const update = async (request: FastifyRequest<ById>, reply: FastifyReply) => {
    const { id } = request.params;
    if (!isSlug(id)) return sendFailure(reply, { kind: "not-found" });
    const isExpected = readCondition(request, reply);
    const draft = isExpected && readDraft(request, reply);
    if (!isExpected || !draft) return reply;
    const outcome = await writes.update(id, draft, { asker: askerOf(request, reply), isExpected });
    audit(request, "event updated", id, outcome.kind);
    return sendWritten(reply, outcome);
  };

  const remove = async (request: FastifyRequest<ById>, reply: FastifyReply) => {
    const { id } = request.params;
    if (!isSlug(id)) return sendFailure(reply, { kind: "not-found" });
    const isExpected = readCondition(request, reply);
    if (!isExpected) return reply;
    const outcome = await writes.remove(id, { asker: askerOf(request, reply), isExpected });
    audit(request, "event deleted", id, outcome.kind);
    return outcome.kind === "done" ? reply.code(204).send() : sendFailure(reply, outcome);
  };

  // Where an event is read by its id it is changed; the shorter address is the source's own form of it.
  app.put<ById>("/bff/events/id/:id", guarded(eventOperations.update), update);
  app.delete<ById>("/bff/events/id/:id", guarded(eventOperations.remove), remove);
  app.put<ById>("/bff/events/:id", guarded(), update);
  app.delete<ById>("/bff/events/:id", guarded(), remove);
}
