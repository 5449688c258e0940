import { z } from "zod";

const precision = z.enum(["day", "time", "unknown", "invalid"]).meta({
  id: "DatePrecision",
  description:
    "What is known of a date: day and time can be read (to the day, or to the instant); unknown was absent, invalid could not be read, and the date is then null.",
});
const moment = z.iso.datetime({ offset: true }).nullable().meta({
  description:
    "ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.",
});
const html = z.string().nullable().meta({
  description: "Clean HTML: no scripts, styles, forms, ids or classes. Null when there is none.",
});
const text = z.string().nullable();
const link = z
  .object({ id: z.string(), slug: z.string(), title: z.string() })
  .meta({ id: "ItemLink", description: "A related item." });
const picture = z
  .object({
    url: z.string(),
    alt: z.string().meta({ description: "Empty for decoration." }),
    width: z.number().nullable(),
    height: z.number().nullable(),
  })
  .meta({
    id: "Picture",
    description: "A picture somebody hosts; sizes where the source told them.",
  })
  .nullable();

const newsFields = z.object({
  id: z.string(),
  slug: z.string().meta({ description: "Its segment in addresses." }),
  title: z.string(),
  excerpt: text.meta({ description: "Short plain text for a card." }),
  summary: text.meta({ description: "Plain text." }),
  body: html,
  isFeatured: z.boolean(),
  image: picture,
  categories: z.array(z.string()),
  tags: z.array(z.string()),
  author: text,
  source: text,
  publishedAt: moment,
  publishedPrecision: precision,
  views: z.number().nullable(),
  relatedNews: z.array(link),
  relatedEvents: z.array(link),
});

export const newsItem = newsFields.meta({
  id: "NewsItem",
  description: "One news item. Every key is always there: what is absent is null or an empty list.",
});
export const someNewsFields = newsFields.partial().meta({
  id: "NewsItemFields",
  description: "The fields of a news item that fields= asked for.",
});

const ticketPrice = z
  .object({
    text: z.string().meta({ description: "What to show: Free, or the source's own words." }),
    amount: z.number().nullable(),
    currency: text.meta({ description: "ISO 4217, when the source named one." }),
    isFree: z.boolean(),
  })
  .meta({ id: "TicketPrice" })
  .nullable();

const eventFields = z.object({
  id: z.string(),
  slug: z.string().meta({ description: "Its segment in addresses." }),
  title: z.string(),
  excerpt: text.meta({ description: "Short plain text for a card." }),
  description: html,
  status: z.enum(["scheduled", "cancelled"]),
  image: picture,
  startsAt: moment,
  startPrecision: precision,
  endsAt: moment,
  endPrecision: precision,
  location: text,
  venueDetails: html,
  ticketPrice,
  registrationUrl: text,
  contactInfo: text.meta({ description: "Plain text with line breaks." }),
  mapEmbedUrl: text.meta({ description: "A map for a frame, on a host we allow." }),
  mapLinkUrl: text.meta({ description: "A map on another host: for a plain link." }),
  relatedEvents: z.array(link),
  updatedAt: moment,
});

export const eventItem = eventFields.meta({
  id: "EventItem",
  description: "One event. Every key is always there: what is absent is null or an empty list.",
});
export const someEventFields = eventFields.partial().meta({
  id: "EventItemFields",
  description: "The fields of an event that fields= asked for.",
});

const newsCard = newsFields
  .pick({
    id: true,
    slug: true,
    title: true,
    excerpt: true,
    image: true,
    categories: true,
    publishedAt: true,
    publishedPrecision: true,
  })
  .meta({ id: "NewsCard", description: "What a card of the feed shows." });

const eventCard = eventFields
  .pick({
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
  })
  .meta({ id: "EventCard", description: "What a card of the feed shows." });

export const newsFeed = z
  .object({
    featured: newsCard
      .nullable()
      .meta({ description: "The flagged item, else the first; on page 1." }),
    items: z.array(newsCard),
    page: z.number(),
    pages: z.number(),
    total: z.number(),
  })
  .meta({ id: "NewsFeed", description: "A page of the news as the site shows it." });

export const eventsFeed = z
  .object({
    happeningNow: z.array(eventCard),
    upcoming: z.array(eventCard).meta({ description: "At most six, soonest first." }),
    past: z.array(eventCard).meta({ description: "Newest first." }),
    pastPage: z.number(),
    pastPages: z.number(),
  })
  .meta({
    id: "EventsFeed",
    description: "The events as the site shows them, by the server's clock.",
  });
