import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../../storage/sqlite-database.ts";
import type { EventDocument, EventDraft, StoredEvent } from "./event-document.ts";
import type { ItemDraft, ItemTable } from "./item-table.ts";
import { firstFreeSlug, slugFromTitle } from "./slug.ts";

/** What became of a write: `stale` means that the event is no longer in the version the writer knew. */
export type EventWrite<Done> =
  | { kind: "done"; event: Done }
  | { kind: "missing" }
  | { kind: "stale" };

/** Called inside the write transaction, with the stored version. */
export type VersionCheck = (event: { id: number; version: number }) => boolean;

export interface EventsStore extends ItemTable<EventDocument> {
  create: (draft: EventDraft) => StoredEvent;
  update: (write: {
    id: number;
    draft: EventDraft;
    isExpected: VersionCheck;
  }) => EventWrite<StoredEvent>;
  removeVersion: (write: { id: number; isExpected: VersionCheck }) => EventWrite<null>;
}

/** The table of events, with writes that check the version. */
export function createEventsStore(db: DatabaseSync, table: ItemTable<EventDocument>): EventsStore {
  /** Runs a write in a transaction when the event is there, in the version that is expected. */
  const write = <Done>(
    id: number,
    isExpected: VersionCheck,
    work: (stored: StoredEvent) => Done,
  ): EventWrite<Done> =>
    inTransaction(db, () => {
      const stored = table.byId(id);
      if (stored === null) return { kind: "missing" };
      if (!isExpected(stored)) return { kind: "stale" };
      return { kind: "done", event: work(stored) };
    });

  return {
    ...table,
    create: ({ date, document }) =>
      inTransaction(db, () => {
        const isTaken = (slug: string) => table.bySlug(slug) !== null;
        const slug = firstFreeSlug(slugFromTitle(document.title), isTaken);
        return table.insert(slug, { date, document: { ...document, related_events: [] } });
      }),
    update: ({ id, draft, isExpected }) =>
      write(id, isExpected, ({ document }) => {
        const changed: ItemDraft<EventDocument> = {
          date: draft.date,
          document: { ...document, ...draft.document, related_events: document.related_events },
        };
        return table.replace(id, changed);
      }),
    removeVersion: ({ id, isExpected }) =>
      write(id, isExpected, () => {
        table.remove(id);
        return null;
      }),
  };
}
