import type { ContentStore } from "../store/content-store.ts";
import { dayAfter, instantAt, seedDay } from "./seed-clock.ts";
import { readSeedEvents, readSeedNews, type SeedEvent, type SeedNews } from "./seed-files.ts";

/** Half the height and width of the map cut-out, in degrees: about two kilometres. */
const MAP_MARGIN = 0.02;

/**
 * Seeds the store once. It stores that it did: deleted events are not recreated at the next start.
 */
export function seedContent(store: ContentStore, now: Date): void {
  store.seedOnce(() => {
    const news = readSeedNews();
    const events = readSeedEvents();
    checkRelated(news, events);
    for (const event of events) store.events.insert(event.slug, eventDraft(event, now));
    for (const item of news) store.news.insert(item.slug, newsDraft(item, now));
  });
}

function checkRelated(news: readonly SeedNews[], events: readonly SeedEvent[]): void {
  const slugs = new Set([...news, ...events].map(({ slug }) => slug));
  const related = [
    ...news.flatMap(({ relatedNews, relatedEvents }) => [...relatedNews, ...relatedEvents]),
    ...events.flatMap(({ relatedEvents }) => relatedEvents),
  ];
  const missing = related.find((slug) => !slugs.has(slug));
  if (missing !== undefined) throw new Error(`the seed names ${missing}, which does not exist`);
}

function newsDraft(item: SeedNews, now: Date) {
  const { slug: _slug, body, publishedDaysAgo, publishedTime, views, ...rest } = item;
  const { relatedNews, relatedEvents, ...document } = rest;
  return {
    date: instantAt(seedDay({ now, days: -publishedDaysAgo }), publishedTime),
    document: {
      ...document,
      content: body,
      view_count: views,
      related_news: relatedNews,
      related_events: relatedEvents,
    },
  };
}

function eventDraft(item: SeedEvent, now: Date) {
  const { slug, body, startsInDays, weekday, startTime, durationHours, days, ...rest } = item;
  const { venueDetails, ticketPrice, hasRegistration, contactInfo, map, ...others } = rest;
  const { relatedEvents, ...document } = others;
  const { startsAt, endsAt } = datesOf(item, now);
  return {
    date: startsAt,
    document: {
      ...document,
      description: body === "" ? null : body,
      end_date: endsAt,
      venue_details: venueDetails,
      ticket_price: ticketPrice,
      registration_link: hasRegistration ? `https://example.org/register/${slug}` : null,
      contact_info: contactInfo,
      map_embed_url: map === null ? null : mapUrl(map),
      related_events: relatedEvents,
    },
  };
}

function datesOf(item: SeedEvent, now: Date): { startsAt: string; endsAt: string | null } {
  const firstDay = seedDay({ now, days: item.startsInDays, weekday: item.weekday });
  const lastDay = dayAfter(firstDay, item.days - 1);
  if (item.startTime === undefined) {
    return { startsAt: firstDay, endsAt: item.days > 1 ? lastDay : null };
  }
  const startsAt = instantAt(firstDay, item.startTime);
  if (item.durationHours === undefined) return { startsAt, endsAt: null };
  return { startsAt, endsAt: instantAt(lastDay, item.startTime, item.durationHours) };
}

function mapUrl({ latitude, longitude }: { latitude: number; longitude: number }): string {
  const box = [
    longitude - MAP_MARGIN,
    latitude - MAP_MARGIN,
    longitude + MAP_MARGIN,
    latitude + MAP_MARGIN,
  ].map((degrees) => degrees.toFixed(4));
  const query = new URLSearchParams({
    bbox: box.join(","),
    layer: "mapnik",
    marker: `${latitude},${longitude}`,
  });
  return `https://www.openstreetmap.org/export/embed.html?${query}`;
}
