import * as words from "../../../content/words/en/event.json";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { previewOf } from "../../../shared/model/first-words.ts";
import { paths } from "../../../shared/paths.ts";
import { itemPage, twinPath } from "../../components/article/item-page.tsx";
import { lazyView } from "../../components/streaming/streamed.tsx";
import { dateTime, endOf, startOf } from "../../format/dates.ts";
import type { PageHead } from "../../page.ts";
import { eventQuery } from "../site.queries.ts";

const CRUMBS = [{ text: words.section, href: paths.newsFeed({ type: "events" }) }];

let views: typeof import("./event-view.tsx") | undefined;
const loadViews = async () => {
  views = await import("./event-view.tsx");
  return views;
};

/** Returns the metadata for search engines and calendars, which read only the server's page. */
function forReaders(event: EventItem): Partial<PageHead> {
  const { slug, startsAt } = event;
  const data = eventData(event);
  const calendar = { type: "text/calendar", title: words.calendarFile };
  return {
    pictureAlt: event.image?.alt,
    canonicalPath: paths.event(slug),
    otherPath: twinPath(event, paths.event),
    alternates: [
      ...(startsAt === null ? [] : [{ ...calendar, href: paths.eventCalendar(slug) }]),
      { type: "application/json", title: words.asJson, href: eventQuery(slug).key },
    ],
    crumbs: CRUMBS,
    jsonLd: data === null ? [] : [data],
  };
}

/** Returns a word in the spelling of schema.org: Scheduled, Offline. */
const named = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

function places({ attendanceMode, location, registrationUrl, slug }: EventItem): object[] {
  const url = /^https?:/i.test(location ?? "") ? location : (registrationUrl ?? paths.event(slug));
  const isOnline = attendanceMode === "online";
  const place = { "@type": "Place", name: location, address: location };
  return [
    ...(isOnline || location === null ? [] : [place]),
    ...(isOnline || attendanceMode === "mixed" ? [{ "@type": "VirtualLocation", url }] : []),
  ];
}

/** Returns the offer for the tickets, only from facts on the page. A price without a currency is not an offer. */
function offers({ ticketPrice, status, registrationUrl }: EventItem): object | undefined {
  const priced = ticketPrice?.currency == null ? null : ticketPrice.amount;
  const amount = ticketPrice?.isFree ? 0 : priced;
  if (amount === null && status !== "soldOut") return undefined;
  return {
    "@type": "Offer",
    price: amount ?? undefined,
    priceCurrency: amount === null ? undefined : (ticketPrice?.currency ?? "TZS"),
    availability: status === "soldOut" ? "https://schema.org/SoldOut" : undefined,
    url: registrationUrl ?? undefined,
  };
}

/** Returns the schema.org data of an event. Absent values are omitted. Returns null without the date or place that schema.org requires. */
function eventData(event: EventItem): object | null {
  const location = places(event);
  // In schema.org only the tickets can be sold out, not the event.
  const status = event.status === "soldOut" ? "scheduled" : event.status;
  if (event.startsAt === null || location.length === 0) return null;
  return {
    "@type": "Event",
    name: event.title,
    startDate: dateTime(startOf(event)),
    endDate: dateTime(endOf(event)),
    eventStatus: `https://schema.org/Event${named(status)}`,
    eventAttendanceMode: `https://schema.org/${named(event.attendanceMode ?? "offline")}EventAttendanceMode`,
    location: location.length === 1 ? location[0] : location,
    inLanguage: event.language ?? undefined,
    description: event.excerpt ?? undefined,
    image: event.image === null ? undefined : [event.image.url],
    isAccessibleForFree: event.ticketPrice?.isFree,
    offers: offers(event),
    url: paths.event(event.slug),
  };
}

const showOwnTime = () =>
  void import("../../components/dates/local-time.tsx")
    .then((localTime) => localTime.showOwnTime())
    .catch(() => {});

/** Returns the preview text. Search engines and messengers read only the server's page. */
const aboutOf = ({ excerpt, description }: EventItem): string | null =>
  import.meta.env.SSR ? previewOf(excerpt, description) : excerpt;

export const page = itemPage({
  query: eventQuery,
  crumbs: CRUMBS,
  // Importing the whole file would load texts that the browser does not need.
  words: { title: words.title, notFound: words.notFound, loading: words.loading },
  View: lazyView(loadViews, (views) => views.EventView),
  loadViews,
  onShown: showOwnTime,
  head: (event) => ({
    title: event.title,
    description: aboutOf(event) ?? views?.inShort(event) ?? event.title,
    picture: event.image?.url ?? null,
    ...(import.meta.env.SSR && forReaders(event)),
  }),
});
