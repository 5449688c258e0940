import type { EventDocument, StoredEvent } from "../store/event-document.ts";
import type { RelatedLink } from "../store/item-table.ts";
import { asLocalTime, asUtc, asZonedTime } from "./dates-as-sent.ts";
import { imageAsSent } from "./image-as-sent.ts";
import { pickFor } from "./pick-for.ts";
import { withoutNull } from "./without-null.ts";

/** An event as the list sends it: under the names its id draws, without its related list. */
export function eventRowAsSent(event: StoredEvent): Record<string, unknown> {
  const { id, slug, date, version, updatedAt, document } = event;
  const {
    end_date: end,
    location,
    excerpt,
    description,
    image,
    ticket_price,
    ...others
  } = document;
  const { related_events: _events, ...rest } = others;
  return {
    id,
    slug,
    [pickFor({ id, options: ["start_date", "date"], stride: 2 })]: dateAsSent(id, date),
    ...withoutNull({
      ...rest,
      end_date: end === null ? null : dateAsSent(id, end),
      [pickFor({ id, options: ["location", "venue", "location_address"] })]: location,
      ...textAsSent(id, { excerpt, description }),
      ticket_price: priceAsSent(id, ticket_price),
    }),
    ...imageAsSent(id, image),
    version,
    updated_at: updatedAt,
  };
}

/** An event in a response of its own: the row of the list, and its related events. */
export function eventAsSent(event: StoredEvent, related: RelatedLink[]): Record<string, unknown> {
  return { ...eventRowAsSent(event), related_events: related };
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
function textAsSent(
  id: number,
  { excerpt, description }: Pick<EventDocument, "excerpt" | "description">,
): Record<string, string | null> {
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

function priceAsSent(id: number, price: EventDocument["ticket_price"]): string | number | null {
  if (typeof price !== "number") return price;
  if (price === 0) return pickFor<string | number>({ id, options: [0, "Free", "0"] });
  return pickFor<string | number>({
    id,
    options: [price, `TZS ${price.toLocaleString("en-GB")}`],
  });
}
