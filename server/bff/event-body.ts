import type { EventDraft } from "../../shared/contract/event-writes.ts";
import type { EventItem } from "../../shared/model/event-item.ts";
import { normaliseEventAnswer } from "../upstream/content-api/events.normalise.ts";

/** A price as a number where it is one: the source then knows that 0 is free. */
const priceOf = (text: string | null) =>
  text !== null && /^\d{1,9}(?:\.\d{1,2})?$/.test(text) ? Number(text) : text;

/** A picture on the embedded source: its port changes with every start, its path does not. */
function storedUrl(url: string, baseUrl: string): string {
  const base = new URL(baseUrl);
  const isOwn = base.hostname === "127.0.0.1" && new URL(url).origin === base.origin;
  return isOwn ? new URL(url).pathname : url;
}

/** The draft under the names of the source (spec section 3). The whole event: what is null becomes empty. */
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

/** An event in an answer of the source; null when there is none that can be used. */
export function eventInAnswer(json: unknown, baseUrl: string): EventItem | null {
  try {
    return normaliseEventAnswer(json, { baseUrl }).item;
  } catch {
    return null;
  }
}
