import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../../storage/sqlite-database.ts";
import { dayAfter, instantAt, seedDay } from "./seed-clock.ts";
import { readSeedEvents, readSeedNews, type SeedEvent, type SeedNews } from "./seed-files.ts";

/** Half the height and width of the map cut-out, in degrees: about two kilometres. */
const MAP_MARGIN = 0.02;

type Ids = ReadonlyMap<string, number>;

interface Relation {
  db: DatabaseSync;
  table: "news_related_news" | "news_related_events" | "event_related_events";
  id: number;
  slugs: readonly string[];
  targets: Ids;
}

/**
 * Seeds a content database once. It stores that it did: deleted events are not recreated at the next
 * start.
 */
export function seedContent({ db, now }: { db: DatabaseSync; now: Date }): void {
  const isSeeded = () =>
    db.prepare("SELECT 1 FROM meta WHERE key = 'seeded_at'").get() !== undefined;
  if (isSeeded()) return;
  const news = readSeedNews();
  const events = readSeedEvents();
  inTransaction(db, () => {
    // Another process may have started at the same time.
    if (isSeeded()) return;
    const eventIds = insertEvents(db, events, now);
    const newsIds = insertNews(db, news, now);
    const relate = (relation: Omit<Relation, "db">) => insertRelated({ db, ...relation });
    for (const { slug, relatedEvents } of events) {
      const id = idOf(eventIds, slug);
      relate({ id, table: "event_related_events", slugs: relatedEvents, targets: eventIds });
    }
    for (const { slug, relatedNews, relatedEvents } of news) {
      const id = idOf(newsIds, slug);
      relate({ id, table: "news_related_news", slugs: relatedNews, targets: newsIds });
      relate({ id, table: "news_related_events", slugs: relatedEvents, targets: eventIds });
    }
    db.prepare("INSERT INTO meta (key, value) VALUES ('seeded_at', ?)").run(now.toISOString());
  });
}

function insertNews(db: DatabaseSync, news: readonly SeedNews[], now: Date): Ids {
  const insert = db.prepare(
    `INSERT INTO news (slug, title, excerpt, summary, content, featured, image, categories, tags, author,
       source, view_count, published_at)
     VALUES (:slug, :title, :excerpt, :summary, :content, :featured, :image, :categories, :tags, :author,
       :source, :views, :publishedAt)`,
  );
  return new Map(
    news.map((item) => {
      const day = seedDay({ now, days: -item.publishedDaysAgo });
      const { lastInsertRowid } = insert.run({
        slug: item.slug,
        title: item.title,
        excerpt: item.excerpt,
        summary: item.summary,
        content: item.body,
        featured: item.featured ? 1 : 0,
        image: item.image === null ? null : JSON.stringify(item.image),
        categories: JSON.stringify(item.categories),
        tags: JSON.stringify(item.tags),
        author: item.author,
        source: item.source,
        views: item.views,
        publishedAt: instantAt(day, item.publishedTime),
      });
      return [item.slug, Number(lastInsertRowid)];
    }),
  );
}

function insertEvents(db: DatabaseSync, events: readonly SeedEvent[], now: Date): Ids {
  const insert = db.prepare(
    `INSERT INTO events (slug, title, status, starts_at, ends_at, location, venue_details, excerpt,
       description, ticket_price, registration_link, contact_info, map_embed_url, updated_at)
     VALUES (:slug, :title, :status, :startsAt, :endsAt, :location, :venueDetails, :excerpt, :description,
       :ticketPrice, :registrationLink, :contactInfo, :mapEmbedUrl, :updatedAt)`,
  );
  return new Map(
    events.map((item) => {
      const { lastInsertRowid } = insert.run({
        slug: item.slug,
        title: item.title,
        status: item.status,
        ...datesOf(item, now),
        location: item.location,
        venueDetails: item.venueDetails,
        excerpt: item.excerpt,
        description: item.body === "" ? null : item.body,
        ticketPrice: item.ticketPrice === null ? null : JSON.stringify(item.ticketPrice),
        registrationLink: item.hasRegistration ? `https://example.org/register/${item.slug}` : null,
        contactInfo: item.contactInfo,
        mapEmbedUrl: item.map === null ? null : mapUrl(item.map),
        updatedAt: now.toISOString(),
      });
      return [item.slug, Number(lastInsertRowid)];
    }),
  );
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

function insertRelated({ db, table, id, slugs, targets }: Relation): void {
  // The first column has another name in each table, so none is named.
  const insert = db.prepare(`INSERT INTO ${table} VALUES (?, ?, ?)`);
  for (const [position, slug] of slugs.entries()) insert.run(id, position, idOf(targets, slug));
}

function idOf(ids: Ids, slug: string): number {
  const id = ids.get(slug);
  if (id === undefined) throw new Error(`the seed names ${slug}, which does not exist`);
  return id;
}
