import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Store } from "../store/store.ts";
import { eventBody, isEmptiedField, parseBody } from "./bodies.ts";
import { createDocuments, type Item, type Write } from "./documents.ts";

const STALE = { message: "The event has been changed since you read it. Read it again first." };
const TAKEN = { message: "Another event has this slug." };

/** Reads who makes a change, which the site names so that versions have an author. */
function readAuthor(headers: IncomingHttpHeaders): string {
  const author = String(headers["x-changed-by"] ?? "");
  try {
    return decodeURIComponent(author).slice(0, 254);
  } catch {
    return "";
  }
}

/** Returns the path segment for a title: `Siku ya Maji: Bunju & Mtambani` becomes `siku-ya-maji-bunju-mtambani`. */
export function makeSlug(title: string, otherwise: string): string {
  const slug = title
    .normalize("NFKD")
    .replace(/[\p{M}'’]/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    // This length is enough for any headline, and below the router's limit.
    .slice(0, 80)
    .split("-")
    .filter((word) => word !== "")
    .join("-");
  // A title in another script leaves an empty slug.
  return slug === "" ? otherwise : slug;
}

/** Returns the strong entity tag of one version of an event: `"17.3"` is event 17 in its third version. */
const versionEtag = ({ id, version }: Item) => `"${id}.${version}"`;

/**
 * Returns the check of `If-Match` before a write. A write without the header passes. Weak tags never match (RFC 9110,
 * 13.1.1), nor does a malformed header.
 */
function createVersionCheck(header: string | undefined): (event: Item) => boolean {
  if (header === undefined || header.trim() === "*") return () => true;
  const tags = header.split(",").map((tag) => tag.trim());
  return (event) => tags.includes(versionEtag(event));
}

/** Returns an item as a list sends it: without an article's text, the fields that only the desk reads, and related lists. */
function toListRow({ kind, id, slug, version, updatedAt, document }: Item) {
  const { content, related_news, related_events, ...others } = document;
  const { markdown, venue_markdown, first_published, ...rest } = others;
  return { id, slug, ...rest, updated_at: updatedAt, ...(kind === "events" && { version }) };
}

/** Returns the other item of a pair, as an item names it. Only a language that differs makes a translation. */
function translationsOf(item: Item, twin: Item | null | undefined) {
  if (!twin) return [];
  // An item that was written before its translation may not state its language.
  const [own, stated] = [item, twin].map(({ document }) => String(document.language ?? ""));
  const language = stated || (own === "sw" ? "en" : "sw");
  if (language === own) return [];
  return [{ id: twin.id, slug: twin.slug, title: twin.document.title, language }];
}

type ById = { Params: { id: string } };

/** Adds the calls for news and events. Writes have no permission check here: the site in front of this API has one. */
export function itemRoutes(app: FastifyInstance, store: Store, now: () => Date): void {
  const news = createDocuments(store, "news", now, true);
  const events = createDocuments(store, "events", now);

  async function send(reply: FastifyReply, item: Write | null) {
    if (!item || item === "missing") return reply.code(404).send({ message: "Item not found." });
    if (item === "stale") return reply.code(412).send(STALE);
    if (item === "taken") return reply.code(422).send(TAKEN);
    const { content, related_news, related_events } = item.document;
    const own = item.kind === "news" ? news : events;
    const twin = (await own.pairs.twins()).get(item.id);
    return reply.header("etag", versionEtag(item)).send({
      ...toListRow(item),
      ...(item.kind === "news" && { content, related_news: await news.links(related_news) }),
      related_events: await events.links(related_events),
      translations: translationsOf(item, twin === undefined ? null : await own.byId(twin)),
    });
  }

  for (const [kind, items] of Object.entries({ news, events })) {
    app.get(`/api/${kind}`, async () => {
      const all = await items.list();
      const twins = await items.pairs.twins();
      const byId = new Map(all.map((item) => [item.id, item]));
      const rows = all.map((item) => {
        const translations = translationsOf(item, byId.get(twins.get(item.id) ?? 0));
        return { ...toListRow(item), translations };
      });
      return { items: items === news ? rows.reverse() : rows };
    });
    app.get<ById>(`/api/${kind}/id/:id`, async ({ params }, reply) =>
      send(reply, await items.byId(params.id)),
    );
    app.get<{ Params: { slug: string } }>(`/api/${kind}/:slug`, async ({ params }, reply) =>
      send(reply, await items.bySlug(params.slug)),
    );
  }

  /** Makes or ends the pair of a written event, if the body says so. */
  async function pair(event: Write, twin: number | null | undefined): Promise<void> {
    if (typeof event === "string" || twin === undefined) return;
    if (twin === null) await events.pairs.unpair(event.id);
    else if (await events.byId(twin)) await events.pairs.pair(twin, event.id);
  }

  app.post("/api/events", async ({ body, headers }, reply) => {
    const { twin, ...draft } = parseBody(eventBody, body);
    const slug = makeSlug(String(draft.document.title), "event");
    const event = await events.create(slug, draft, readAuthor(headers));
    if (event === "taken") return send(reply, event);
    await pair(event, twin);
    return send(reply.code(201).header("location", `/api/events/id/${event.id}`), event);
  });

  app.put<ById>("/api/events/:id", async ({ params, headers, body }, reply) => {
    const { twin, ...draft } = parseBody(eventBody, body);
    const event = await events.write(
      params.id,
      createVersionCheck(headers["if-match"]),
      (stored) => {
        // The body is the whole event, except for stored fields that a body cannot name or need not have.
        const others = Object.entries(stored.document).filter(([name]) => !isEmptiedField(name));
        return { ...draft, document: { ...Object.fromEntries(others), ...draft.document } };
      },
      readAuthor(headers),
    );
    await pair(event, twin);
    return send(reply, event);
  });

  app.delete<ById>("/api/events/:id", async ({ params, headers }, reply) => {
    const event = await events.write(
      params.id,
      createVersionCheck(headers["if-match"]),
      () => null,
      readAuthor(headers),
    );
    return typeof event === "string" ? send(reply, event) : reply.code(204).send();
  });
}
