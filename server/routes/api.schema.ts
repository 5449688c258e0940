import { z } from "zod";

const precision = z.enum(["day", "time", "unknown", "invalid"]);
const moment = z.iso.datetime({ offset: true }).nullable();
const link = z.object({ id: z.string(), slug: z.string(), title: z.string() });
const picture = z
  .object({
    url: z.string(),
    alt: z.string(),
    width: z.number().nullable(),
    height: z.number().nullable(),
  })
  .nullable();

export const newsItem = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  summary: z.string().nullable(),
  body: z.string().nullable(),
  isFeatured: z.boolean(),
  image: picture,
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  author: z.string().nullable(),
  source: z.string().nullable(),
  publishedAt: moment,
  publishedPrecision: precision,
  views: z.number().nullable(),
  relatedNews: z.array(link),
  relatedEvents: z.array(link),
});

const ticketPrice = z
  .object({
    text: z.string(),
    amount: z.number().nullable(),
    currency: z.string().nullable(),
    isFree: z.boolean(),
  })
  .nullable();

export const eventItem = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string().nullable(),
  description: z.string().nullable(),
  status: z.enum(["scheduled", "cancelled"]),
  image: picture,
  startsAt: moment,
  startPrecision: precision,
  endsAt: moment,
  endPrecision: precision,
  location: z.string().nullable(),
  venueDetails: z.string().nullable(),
  ticketPrice,
  registrationUrl: z.string().nullable(),
  contactInfo: z.string().nullable(),
  mapEmbedUrl: z.string().nullable(),
  mapLinkUrl: z.string().nullable(),
  relatedEvents: z.array(link),
  updatedAt: moment,
});

const newsCard = newsItem.pick({
  id: true,
  slug: true,
  title: true,
  excerpt: true,
  image: true,
  categories: true,
  publishedAt: true,
  publishedPrecision: true,
});

const eventCard = eventItem.pick({
  id: true,
  slug: true,
  title: true,
  excerpt: true,
  status: true,
  image: true,
  startsAt: true,
  startPrecision: true,
  endsAt: true,
  endPrecision: true,
  location: true,
  ticketPrice: true,
});

export const newsFeed = z.object({
  featured: newsCard.nullable(),
  items: z.array(newsCard),
  page: z.number(),
  pages: z.number(),
  total: z.number(),
});

export const eventsFeed = z.object({
  happeningNow: z.array(eventCard),
  upcoming: z.array(eventCard),
  past: z.array(eventCard),
  pastPage: z.number(),
  pastPages: z.number(),
});

const meta = z.object({ now: z.string(), fetchedAt: z.string(), stale: z.boolean() });
const links = z.record(z.string(), z.string().nullable());

/** The envelope of every answer under /bff. */
export const envelope = <T extends z.ZodType>(data: T) => z.object({ data, meta, links });

/** The envelope of a list: `meta.total` counts all its pages, `links.next` leads to the one after. */
export const listEnvelope = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), meta: meta.extend({ total: z.number() }), links });

const limit = z.coerce.number().int().min(1).max(100).default(20);
const word = z.string().trim().min(1).max(150);

export const newsListQuery = z.object({
  limit,
  cursor: z.string().min(1).max(400).optional(),
  category: word.optional(),
  tag: word.optional(),
});

export const eventListQuery = z.object({
  when: z.enum(["upcoming", "past", "all"]).default("upcoming"),
  limit,
  cursor: z.string().min(1).max(400).optional(),
});

const page = z.coerce.number().int().min(1).max(9999).default(1);
export const newsFeedQuery = z.object({
  page,
  category: word.nullable().default(null),
  tag: word.nullable().default(null),
});
export const eventsFeedQuery = z.object({ past: page });
