import type { StoredEvent, StoredEventRow } from "../store/event-row.ts";
import { asLocalTime, asUtc, asZonedTime } from "./dates-as-sent.ts";
import { imageAsSent } from "./image-as-sent.ts";
import { pickFor } from "./pick-for.ts";

/** An event as the list sends it: under the names its id draws, without its related list. */
export function eventRowAsSent(event: StoredEventRow): Record<string, unknown> {
  const { id } = event;
  return {
    id,
    slug: event.slug,
    title: event.title,
    status: event.status,
    [pickFor({ id, options: ["start_date", "date"], stride: 2 })]: dateAsSent(id, event.starts_at),
    ...withoutNull({
      end_date: event.ends_at === null ? null : dateAsSent(id, event.ends_at),
      [pickFor({ id, options: ["location", "venue", "location_address"] })]: event.location,
      venue_details: event.venue_details,
      ...textAsSent(event),
      ticket_price: priceAsSent(event),
      registration_link: event.registration_link,
      contact_info: event.contact_info,
      map_embed_url: event.map_embed_url,
    }),
    ...imageAsSent(id, event.image),
    version: event.version,
    updated_at: event.updated_at,
  };
}

/** An event in a response of its own: the row of the list, and its related events. */
export function eventAsSent(event: StoredEvent): Record<string, unknown> {
  return { ...eventRowAsSent(event), related_events: event.relatedEvents };
}

/** A day stays a day; an instant is sent in one of three forms. */
function dateAsSent(id: number, date: string): string {
  if (!date.includes("T")) return date;
  return pickFor({ id, options: [asUtc, asZonedTime, asLocalTime], stride: 4 })(date);
}

/**
 * The long text is `description` or, beside an excerpt that cards can print, `summary`. No text is ever
 * dropped: the reader of a single event takes the longest of the three.
 */
function textAsSent({ id, excerpt, description }: StoredEventRow): Record<string, string | null> {
  if (excerpt === null || description === null) return { excerpt, description };
  return pickFor<Record<string, string | null>>({
    id,
    options: [
      { excerpt, description },
      { excerpt, summary: description },
    ],
    stride: 3,
  });
}

function priceAsSent({ id, ticket_price: price }: StoredEventRow): string | number | null {
  if (typeof price !== "number") return price;
  if (price === 0) return pickFor<string | number>({ id, options: [0, "Free", "0"] });
  return pickFor<string | number>({
    id,
    options: [price, `TZS ${price.toLocaleString("en-GB")}`],
  });
}

function withoutNull(fields: Record<string, string | number | null>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
