import type { FastifyInstance, FastifyReply } from "fastify";
import type { StoredEvent } from "../store/event-document.ts";
import type { EventsStore } from "../store/events-store.ts";
import { eventAsSent, eventRowAsSent } from "../variants/event-as-sent.ts";
import { entityTag, readIfMatch } from "./entity-tag.ts";
import { readEventBody } from "./event-body.ts";
import { readItemId } from "./item-id.ts";

const NOT_FOUND = { message: "Event not found." };
const STALE = { message: "The event has been changed since you read it. Read it again first." };

interface ById {
  Params: { id: string };
}

/** The six event calls. Writes have no permission check here: the site in front of this API has one. */
export function registerEventsRoutes(app: FastifyInstance, events: EventsStore): void {
  const send = (reply: FastifyReply, event: StoredEvent | null): FastifyReply => {
    if (event === null) return reply.code(404).send(NOT_FOUND);
    const related = events.links(event.document.related_events);
    return reply.header("etag", entityTag(event)).send(eventAsSent(event, related));
  };

  app.get("/api/events", () => ({ items: events.list().map(eventRowAsSent) }));

  app.get<ById>("/api/events/id/:id", (request, reply) => {
    const id = readItemId(request.params.id);
    return send(reply, id === null ? null : events.byId(id));
  });

  app.get<{ Params: { slug: string } }>("/api/events/:slug", (request, reply) =>
    send(reply, events.bySlug(request.params.slug)),
  );

  app.post("/api/events", (request, reply) => {
    const body = readEventBody(request.body);
    if (!body.ok) return reply.code(422).send({ message: body.message });
    const event = events.create(body.draft);
    request.log.info({ eventId: event.id }, "event created");
    return send(reply.code(201).header("location", `/api/events/id/${event.id}`), event);
  });

  app.put<ById>("/api/events/:id", (request, reply) => {
    const id = readItemId(request.params.id);
    if (id === null || events.byId(id) === null) return reply.code(404).send(NOT_FOUND);
    const body = readEventBody(request.body);
    if (!body.ok) return reply.code(422).send({ message: body.message });
    const isExpected = readIfMatch(request.headers["if-match"]);
    const write = events.update({ id, draft: body.draft, isExpected });
    if (write.kind === "missing") return reply.code(404).send(NOT_FOUND);
    if (write.kind === "stale") return reply.code(412).send(STALE);
    request.log.info({ eventId: id, version: write.event.version }, "event updated");
    return send(reply, write.event);
  });

  app.delete<ById>("/api/events/:id", (request, reply) => {
    const id = readItemId(request.params.id);
    if (id === null) return reply.code(404).send(NOT_FOUND);
    const write = events.removeVersion({
      id,
      isExpected: readIfMatch(request.headers["if-match"]),
    });
    if (write.kind === "missing") return reply.code(404).send(NOT_FOUND);
    if (write.kind === "stale") return reply.code(412).send(STALE);
    request.log.info({ eventId: id }, "event deleted");
    return reply.code(204).send();
  });
}
