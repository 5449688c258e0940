import type { EventItem, EventStatus } from "../model/event-item.ts";
import type { Picture } from "../model/picture.ts";
import type { Asker } from "./api-data.ts";

/** What a writer decides of an event, in the names of the clean shape; null leaves it out. */
export interface EventDraft {
  title: string;
  status: EventStatus;
  /** A day (`2026-07-18`), or a time of that day with or without a zone; without one it is East Africa Time. */
  startsAt: string;
  endsAt: string | null;
  location: string | null;
  /** Plain text or HTML. */
  venueDetails: string | null;
  excerpt: string | null;
  /** Plain text or HTML. */
  description: string | null;
  image: Picture | null;
  /** A number without a currency, or the writer's own words. */
  ticketPrice: string | null;
  registrationUrl: string | null;
  contactInfo: string | null;
  mapUrl: string | null;
}

/** The statuses a write can fail with, and why. */
export type WriteFailure =
  | { kind: "not-found" }
  /** Somebody else changed the event since the writer read it. */
  | { kind: "conflict" }
  /** The source refused the body; its words, when it had any. */
  | { kind: "refused"; message: string | null }
  /** The source is silent, or answered what cannot be used. */
  | { kind: "unavailable"; status: 502 | 503; retryAfterSeconds: number };

export type WriteOutcome<T> = { kind: "done"; value: T } | WriteFailure;

/** Where an event stands after a write; the item is null when the source did not show it. */
export interface WrittenEvent {
  id: string | null;
  item: EventItem | null;
}

/** Changes to events. Every change purges what the site keeps of them. */
export interface EventWrites {
  /** What readers would see: the draft as it would come back from the source. */
  preview(draft: EventDraft): EventItem | null;
  /** A repeated `idempotencyKey` gets the first answer again. */
  create(
    draft: EventDraft,
    options: { asker: Asker; idempotencyKey: string | null },
  ): Promise<WriteOutcome<WrittenEvent>>;
  /** `isExpected` is asked with the event as the source has it now. */
  update(
    id: string,
    draft: EventDraft,
    options: { asker: Asker; isExpected: (item: EventItem) => boolean },
  ): Promise<WriteOutcome<WrittenEvent>>;
  remove(
    id: string,
    options: { asker: Asker; isExpected: (item: EventItem) => boolean },
  ): Promise<WriteOutcome<null>>;
}
