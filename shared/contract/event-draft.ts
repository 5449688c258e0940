import type { EventStatus } from "../model/event-status.ts";
import type { SourcePicture } from "../model/picture.schema.ts";

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
  image: SourcePicture | null;
  /** A number without a currency, or the writer's own words. */
  ticketPrice: string | null;
  registrationUrl: string | null;
  contactInfo: string | null;
  mapUrl: string | null;
}
