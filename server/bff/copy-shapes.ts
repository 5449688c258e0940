import { z } from "zod";
import type { EventItem } from "../../shared/model/event-item.ts";
import type { NewsItem } from "../../shared/model/news-item.ts";
import { sanitiseHtml } from "../upstream/sanitise-html.ts";

/** How copies that came from outside this process must look. HTML in them is cleaned once more. */
export interface CopyShapes {
  newsItem: z.ZodType<NewsItem>;
  eventItem: z.ZodType<EventItem>;
}

/** The clean shapes as checks; `baseUrl` is the source's address. */
export function copyShapes(baseUrl: string): CopyShapes {
  const text = z.string().nullable();
  const html = z
    .string()
    .transform((dirty) => sanitiseHtml(dirty, { baseUrl }))
    .nullable();
  const webAddress = z.url({ protocol: /^https?$/ });
  const moment = z.iso.datetime({ offset: true }).nullable();
  const precision = z.enum(["day", "time", "unknown", "invalid"]);
  const size = z.number().nullable();
  const image = z
    .object({ url: webAddress, alt: z.string(), width: size, height: size })
    .nullable();
  const links = z.array(z.object({ id: z.string(), slug: z.string(), title: z.string() }));
  const common = { id: z.string(), slug: z.string(), title: z.string(), excerpt: text, image };

  return {
    newsItem: z.object({
      ...common,
      ...{ summary: text, body: html, author: text, source: text },
      isFeatured: z.boolean(),
      ...{ categories: z.array(z.string()), tags: z.array(z.string()) },
      ...{ publishedAt: moment, publishedPrecision: precision },
      views: size,
      ...{ relatedNews: links, relatedEvents: links },
    }),
    eventItem: z.object({
      ...common,
      ...{ description: html, venueDetails: html, location: text, contactInfo: text },
      status: z.enum(["scheduled", "cancelled"]),
      ...{ startsAt: moment, startPrecision: precision },
      ...{ endsAt: moment, endPrecision: precision },
      ticketPrice: z
        .object({ text: z.string(), amount: size, currency: text, isFree: z.boolean() })
        .nullable(),
      registrationUrl: webAddress.nullable(),
      mapEmbedUrl: z.url({ protocol: /^https$/ }).nullable(),
      mapLinkUrl: webAddress.nullable(),
      relatedEvents: links,
      updatedAt: moment,
    }),
  };
}
