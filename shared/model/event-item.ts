import type { DatePrecision } from "./item-date.ts";
import type { ItemLink } from "./item-link.ts";
import type { Picture } from "./picture.ts";
import type { SafeHtml } from "./safe-html.ts";

/** A price as it may be shown and as it may be computed with. */
export interface TicketPrice {
  /** What to show: "Free" for 0, "0" and "free", else the source's own words. */
  text: string;
  amount: number | null;
  /** ISO 4217, when the source named one. */
  currency: string | null;
  isFree: boolean;
}

export type EventStatus = "scheduled" | "cancelled";

/** One event, clean. Every key is always there: what is absent is null, a list is always a list. */
export interface EventItem {
  id: string;
  slug: string;
  title: string;
  /** Plain text of a card. */
  excerpt: string | null;
  /** The longest of the source's texts. */
  description: SafeHtml | null;
  status: EventStatus;
  image: Picture | null;
  /** See `ItemDate.at`. */
  startsAt: string | null;
  startPrecision: DatePrecision;
  /** Null when absent, unreadable or before the start. */
  endsAt: string | null;
  endPrecision: DatePrecision;
  location: string | null;
  venueDetails: SafeHtml | null;
  ticketPrice: TicketPrice | null;
  registrationUrl: string | null;
  /** Plain text, line breaks kept. */
  contactInfo: string | null;
  /** https address on an allowed map host, ready for a frame. */
  mapEmbedUrl: string | null;
  /** A map on another host: a plain link. */
  mapLinkUrl: string | null;
  relatedEvents: ItemLink[];
  /** When the source last changed it, ISO 8601 UTC. */
  updatedAt: string | null;
}

/** What a card of the feed prints, and nothing more. */
export type EventCard = Pick<
  EventItem,
  | "id"
  | "slug"
  | "title"
  | "excerpt"
  | "status"
  | "image"
  | "startsAt"
  | "startPrecision"
  | "endsAt"
  | "endPrecision"
  | "location"
  | "ticketPrice"
>;
