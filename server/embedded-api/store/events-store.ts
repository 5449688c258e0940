import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../../storage/sqlite-database.ts";
import {
  type EventDraft,
  eventRowSchema,
  type StoredEvent,
  type StoredEventRow,
} from "./event-row.ts";
import { relatedLinkSchema } from "./related-link.ts";
import { firstFreeSlug, slugFromTitle } from "./slug.ts";

/** What became of a write: `stale` means that the event is no longer in the version the writer knew. */
export type EventWrite<Done> =
  | { kind: "done"; event: Done }
  | { kind: "missing" }
  | { kind: "stale" };

/** Called inside the write transaction, with the stored version. */
export type VersionCheck = (event: { id: number; version: number }) => boolean;

export interface EventsStore {
  /** By start, earliest first. */
  list: () => StoredEventRow[];
  byId: (id: number) => StoredEvent | null;
  bySlug: (slug: string) => StoredEvent | null;
  create: (draft: EventDraft) => StoredEvent;
  /** Replaces all that a draft holds. The slug stays: links that are out in the world go on working. */
  update: (write: {
    id: number;
    draft: EventDraft;
    isExpected: VersionCheck;
  }) => EventWrite<StoredEvent>;
  remove: (write: { id: number; isExpected: VersionCheck }) => EventWrite<null>;
}

const COLUMNS = `id, slug, title, status, starts_at, ends_at, location, venue_details, excerpt, description,
  image, ticket_price, registration_link, contact_info, map_embed_url, version, updated_at`;

/** Reads and writes events. `now` stamps `updated_at`. */
export function createEventsStore({ db, now }: { db: DatabaseSync; now: () => Date }): EventsStore {
  const { selectAll, selectById, selectBySlug, selectRelated, insert, replace, deleteById } =
    prepareStatements(db);

  const complete = (row: unknown): StoredEvent | null => {
    if (row === undefined) return null;
    const event = eventRowSchema.parse(row);
    const relatedEvents = selectRelated.all(event.id).map((link) => relatedLinkSchema.parse(link));
    return { ...event, relatedEvents };
  };
  const byId = (id: number): StoredEvent | null => complete(selectById.get(id));
  const present = (id: number | bigint): StoredEvent => {
    const event = byId(Number(id));
    if (event === null) throw new Error(`event ${id} is gone within its own transaction`);
    return event;
  };
  const columns = (draft: EventDraft) => ({
    ...draft,
    image: toJson(draft.image),
    ticket_price: toJson(draft.ticket_price),
    updated_at: now().toISOString(),
  });

  return {
    list: () => selectAll.all().map((row) => eventRowSchema.parse(row)),
    byId,
    bySlug: (slug) => complete(selectBySlug.get(slug)),
    create: (draft) =>
      inTransaction(db, () => {
        const isTaken = (slug: string) => selectBySlug.get(slug) !== undefined;
        const slug = firstFreeSlug(slugFromTitle(draft.title), isTaken);
        return present(insert.run({ ...columns(draft), slug }).lastInsertRowid);
      }),
    update: ({ id, draft, isExpected }) =>
      inTransaction(db, () => {
        const stored = byId(id);
        if (stored === null) return { kind: "missing" };
        if (!isExpected(stored)) return { kind: "stale" };
        replace.run({ ...columns(draft), id });
        return { kind: "done", event: present(id) };
      }),
    remove: ({ id, isExpected }) =>
      inTransaction(db, () => {
        const stored = byId(id);
        if (stored === null) return { kind: "missing" };
        if (!isExpected(stored)) return { kind: "stale" };
        deleteById.run(id);
        return { kind: "done", event: null };
      }),
  };
}

function prepareStatements(db: DatabaseSync) {
  const selectAll = db.prepare(`SELECT ${COLUMNS} FROM events ORDER BY starts_at, id`);
  const selectById = db.prepare(`SELECT ${COLUMNS} FROM events WHERE id = ?`);
  const selectBySlug = db.prepare(`SELECT ${COLUMNS} FROM events WHERE slug = ?`);
  const selectRelated = db.prepare(
    `SELECT e.id, e.slug, e.title FROM event_related_events r JOIN events e ON e.id = r.related_id
     WHERE r.event_id = ? ORDER BY r.position`,
  );
  const insert = db.prepare(
    `INSERT INTO events (slug, title, status, starts_at, ends_at, location, venue_details, excerpt,
       description, image, ticket_price, registration_link, contact_info, map_embed_url, updated_at)
     VALUES (:slug, :title, :status, :starts_at, :ends_at, :location, :venue_details, :excerpt,
       :description, :image, :ticket_price, :registration_link, :contact_info, :map_embed_url,
       :updated_at)`,
  );
  const replace = db.prepare(
    `UPDATE events SET title = :title, status = :status, starts_at = :starts_at, ends_at = :ends_at,
       location = :location, venue_details = :venue_details, excerpt = :excerpt,
       description = :description, image = :image, ticket_price = :ticket_price,
       registration_link = :registration_link, contact_info = :contact_info,
       map_embed_url = :map_embed_url, updated_at = :updated_at, version = version + 1
     WHERE id = :id`,
  );
  const deleteById = db.prepare("DELETE FROM events WHERE id = ?");
  return { selectAll, selectById, selectBySlug, selectRelated, insert, replace, deleteById };
}

function toJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
