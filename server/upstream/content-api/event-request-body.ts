import type { EventDraft, StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import { eventParser } from "./events.normalise.ts";
import { isRecord, readId } from "./fields/values.ts";
import { readItem } from "./read-responses.ts";

/** A numeric price as a number: the source then knows that 0 is free. */
const priceOf = (text: string | null) =>
  text !== null && /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text;

/** The path alone for an image of the embedded source, whose port changes with every start. */
function storedUrl(url: string, baseUrl: string): string {
  const base = new URL(baseUrl);
  const isOwn = base.hostname === "127.0.0.1" && new URL(url).origin === base.origin;
  return isOwn ? new URL(url).pathname : url;
}

/** The draft as the source names its fields (spec section 3). The whole event: a null field becomes empty. */
export function eventBody(draft: EventDraft, baseUrl: string): Record<string, unknown> {
  return {
    title: draft.title,
    status: draft.status,
    start_date: draft.startsAt,
    end_date: draft.endsAt,
    location: draft.location,
    venue_details: draft.venueDetails,
    excerpt: draft.excerpt,
    description: draft.description,
    featured_image: draft.image && {
      public_url: storedUrl(draft.image.url, baseUrl),
      alt: draft.image.alt,
      width: draft.image.width,
      height: draft.image.height,
    },
    ticket_price: priceOf(draft.ticketPrice),
    registration_link: draft.registrationUrl,
    contact_info: draft.contactInfo,
    map_embed_url: draft.mapUrl,
  };
}

/** The id in a response of the source, whatever else it holds. */
export function idInResponse(json: unknown): string | null {
  if (!isRecord(json)) return null;
  return readId(isRecord(json.data) ? json.data.id : json.id);
}

/** The event in a response of the source; null when there is no usable one. */
export function eventInResponse(json: unknown, baseUrl: string): StoredEventItem | null {
  try {
    return readItem(json, { ...eventParser, baseUrl }).item;
  } catch {
    return null;
  }
}
