import { z } from "zod";
import type { EventItem } from "../../../shared/model/event-item.ts";
import type { NewsItem } from "../../../shared/model/news-item.ts";
import { sanitiseHtml } from "../../upstream/html/sanitise-html.ts";

/** Validation of entries from outside this process. HTML in them is sanitised again. */
export interface CachedValueSchemas {
  newsItem: z.ZodType<NewsItem>;
  eventItem: z.ZodType<EventItem>;
}

/** `baseUrl` is the URL of the source. */
export function cachedValueSchemas(baseUrl: string): CachedValueSchemas {
  const text = z.string().nullable();
  const html = z
    .string()
    .transform((dirty) => sanitiseHtml(dirty, { baseUrl }))
    .nullable();
  const webUrl = z.url({ protocol: /^https?$/ });
  const moment = z.iso.datetime({ offset: true }).nullable();
  const precision = z.enum(["day", "time", "unknown", "invalid"]);
  const size = z.number().nullable();
  const image = z.object({ url: webUrl, alt: z.string(), width: size, height: size }).nullable();
  const links = z.array(z.object({ id: z.string(), slug: z.string(), title: z.string() }));
  const common = { id: z.string(), slug: z.string(), title: z.string(), excerpt: text, image };

  return {
    newsItem: z.object({
      ...common,
      summary: text,
      body: html,
      author: text,
      source: text,
      isFeatured: z.boolean(),
      categories: z.array(z.string()),
      tags: z.array(z.string()),
      publishedAt: moment,
      publishedPrecision: precision,
      views: size,
      relatedNews: links,
      relatedEvents: links,
    }),
    eventItem: z.object({
      ...common,
      description: html,
      venueDetails: html,
      location: text,
      contactInfo: text,
      status: z.enum(["scheduled", "cancelled"]),
      startsAt: moment,
      startPrecision: precision,
      endsAt: moment,
      endPrecision: precision,
      ticketPrice: z
        .object({ text: z.string(), amount: size, currency: text, isFree: z.boolean() })
        .nullable(),
      registrationUrl: webUrl.nullable(),
      mapEmbedUrl: z.url({ protocol: /^https$/ }).nullable(),
      mapLinkUrl: webUrl.nullable(),
      relatedEvents: links,
      updatedAt: moment,
    }),
  };
}
