import type { FastifyInstance, FastifyReply } from "fastify";
import { type Documents, type Item, itemId, type Write } from "./documents.ts";
import { EVENT_FIELDS, readEventBody } from "./event-body.ts";

const NOT_FOUND = { message: "Event not found." };
const STALE = { message: "The event has been changed since you read it. Read it again first." };

/** Long enough for any headline, and below the router's limit. */
const LONGEST_SLUG = 80;

interface ById {
  Params: { id: string };
}

/** The path segment for a title: `Siku ya Maji: Bunju & Mtambani` becomes `siku-ya-maji-bunju-mtambani`. */
function slugOf(title: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LONGEST_SLUG)
    .replace(/^-+|-+$/g, "");
  // A title in another script leaves an empty slug.
  return slug === "" ? "event" : slug;
}

/** The strong entity tag of one version of an event: `"17.3"` is event 17 in its third version. */
const entityTag = ({ id, version }: Item) => `"${id}.${version}"`;

/**
 * The check of `If-Match` before a write, which passes without the header. Weak tags never match
 * (RFC 9110, 13.1.1), nor does a malformed header.
 */
function expectedBy(header: string | undefined): (event: Item) => boolean {
  if (header === undefined || header.trim() === "*") return () => true;
  const tags = header.split(",").map((tag) => tag.trim());
  return (event) => tags.includes(entityTag(event));
}

/** An event as the list sends it: without its related list. */
function eventRow({ id, slug, version, updatedAt, document }: Item) {
  const { related_events: _events, ...rest } = document;
  return { id, slug, ...rest, version, updated_at: updatedAt };
}

/** The six event calls. Writes have no permission check here: the site in front of this API has one. */
export function eventsRoutes(app: FastifyInstance, events: Documents): void {
  async function send(reply: FastifyReply, event: Write | null) {
    if (event === null || event === "missing") return reply.code(404).send(NOT_FOUND);
    if (event === "stale") return reply.code(412).send(STALE);
    const related_events = await events.links(event.document.related_events);
    return reply.header("etag", entityTag(event)).send({ ...eventRow(event), related_events });
  }

  app.get("/api/events", async () => ({ items: (await events.list()).map(eventRow) }));

  app.get<ById>("/api/events/id/:id", async ({ params }, reply) =>
    send(reply, await events.byId(itemId(params.id))),
  );

  app.get<{ Params: { slug: string } }>("/api/events/:slug", async ({ params }, reply) =>
    send(reply, await events.bySlug(params.slug)),
  );

  app.post("/api/events", async (request, reply) => {
    const { draft, message } = readEventBody(request.body);
    if (draft === null) return reply.code(422).send({ message });
    const event = await events.create(slugOf(String(draft.document.title)), draft);
    request.log.info({ eventId: event.id }, "event created");
    return send(reply.code(201).header("location", `/api/events/id/${event.id}`), event);
  });

  app.put<ById>("/api/events/:id", async (request, reply) => {
    const id = itemId(request.params.id);
    if ((await events.byId(id)) === null) return reply.code(404).send(NOT_FOUND);
    const { draft, message } = readEventBody(request.body);
    if (draft === null) return reply.code(422).send({ message });
    const event = await events.update(id, expectedBy(request.headers["if-match"]), (stored) => {
      // The body is the whole event but for what it has no name for.
      const others = Object.entries(stored.document).filter(([name]) => !EVENT_FIELDS.has(name));
      return { ...draft, document: { ...draft.document, ...Object.fromEntries(others) } };
    });
    request.log.info({ eventId: id }, "event updated");
    return send(reply, event);
  });

  app.delete<ById>("/api/events/:id", async (request, reply) => {
    const id = itemId(request.params.id);
    const event = await events.remove(id, expectedBy(request.headers["if-match"]));
    if (event === "missing" || event === "stale") return send(reply, event);
    request.log.info({ eventId: id }, "event deleted");
    return reply.code(204).send();
  });
}
