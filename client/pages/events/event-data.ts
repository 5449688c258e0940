import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { paths } from "../../../shared/paths.ts";

const dateOf = (at: string | null, precision: string) =>
  at === null ? undefined : precision === "day" ? at.slice(0, 10) : at;

/** schema.org data of an event. Absent values are omitted. */
export function eventData(event: EventItem): object {
  const price = event.ticketPrice;
  const offers =
    price && (price.isFree || price.amount !== null)
      ? {
          "@type": "Offer",
          price: price.isFree ? 0 : price.amount,
          priceCurrency: price.currency ?? "TZS",
          ...(event.registrationUrl === null ? {} : { url: event.registrationUrl }),
        }
      : undefined;
  return {
    "@type": "Event",
    name: event.title,
    startDate: dateOf(event.startsAt, event.startPrecision),
    endDate: dateOf(event.endsAt, event.endPrecision),
    eventStatus: `https://schema.org/${event.status === "cancelled" ? "EventCancelled" : "EventScheduled"}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location:
      event.location === null
        ? undefined
        : { "@type": "Place", name: event.location, address: event.location },
    inLanguage: event.language ?? undefined,
    description: event.excerpt ?? undefined,
    image: event.image === null ? undefined : [event.image.url],
    isAccessibleForFree: price ? price.isFree : undefined,
    offers,
    url: paths.event(event.slug),
  };
}
