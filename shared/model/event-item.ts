import type { DatePrecision } from "./item-date.ts";
import type { ItemLink } from "./item-link.ts";
import type { Picture } from "./picture.ts";
import type { SafeHtml } from "./safe-html.ts";

/** A price as text and as a number. */
export interface TicketPrice {
  /** The text to show: "Free" for 0, "0" and "free", else the source's text. */
  text: string;
  amount: number | null;
  /** ISO 4217, when the source gave one. */
  currency: string | null;
  isFree: boolean;
}

export type EventStatus = "scheduled" | "cancelled";

/** One normalised event. Every key is present: an absent value is null, a list is always a list. */
export interface EventItem {
  id: string;
  slug: string;
  title: string;
  /** Plain text for cards. */
  excerpt: string | null;
  /** The longest of the source's texts. */
  description: SafeHtml | null;
  status: EventStatus;
  image: Picture | null;
  /** See `ItemDate.at`. */
  startsAt: string | null;
  startPrecision: DatePrecision;
  /** Null when absent, invalid or before the start. */
  endsAt: string | null;
  endPrecision: DatePrecision;
  location: string | null;
  venueDetails: SafeHtml | null;
  ticketPrice: TicketPrice | null;
  registrationUrl: string | null;
  /** Plain text with line breaks. */
  contactInfo: string | null;
  /** https URL on an allowed map host, for a frame. */
  mapEmbedUrl: string | null;
  /** A map on another host: a plain link. */
  mapLinkUrl: string | null;
  relatedEvents: ItemLink[];
  /** When the source last changed it, ISO 8601 UTC. */
  updatedAt: string | null;
}

/** The fields of an event's card. */
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
