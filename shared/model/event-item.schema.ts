import { z } from "zod";
import { EVENT_STATUSES } from "./event-statuses.ts";
import {
  cardFields,
  dateAt,
  datePrecision,
  httpUrl,
  itemLink,
  optionalText,
  safeHtml,
  translations,
  updatedAt,
} from "./item-fields.schema.ts";
import { cardPicture, picture, sourcePicture } from "./picture.schema.ts";

export const ticketPrice = z
  .object({
    text: z.string().meta({
      description:
        'The text to show: "Free" for 0, "0" and "free", otherwise the text of the source.',
      example: "TZS 5,000",
    }),
    amount: z.number().nullable().meta({ example: 5000 }),
    currency: optionalText.meta({
      description: "The currency in ISO 4217, when the source states it.",
      example: "TZS",
    }),
    isFree: z.boolean().meta({ example: false }),
  })
  .meta({ id: "TicketPrice" });
export type TicketPrice = z.infer<typeof ticketPrice>;

export const eventCard = z.object({
  ...cardFields({
    id: "501",
    slug: "wash-forum-bagamoyo",
    title: "WASH Forum Bagamoyo",
    excerpt: "Water committees of nine wards meet.",
  }),
  status: z.enum(EVENT_STATUSES).meta({
    description:
      "The status of the event. New values may be added: show an unknown value as it is.",
    example: "scheduled",
  }),
  attendanceMode: z.enum(["offline", "online", "mixed"]).nullable().meta({
    description:
      "How to attend, as the source states it or as the status and location imply; null when unknown.",
    example: "offline",
  }),
  image: cardPicture.nullable(),
  startsAt: dateAt,
  startPrecision: datePrecision,
  /** The end; null when absent, invalid or before the start. */
  endsAt: dateAt,
  endPrecision: datePrecision,
  location: optionalText.meta({ example: "Bagamoyo" }),
  ticketPrice: ticketPrice.nullable(),
});
export type EventCardData = z.infer<typeof eventCard>;

/** An event with every key: an absent value is null, a list is always a list. Types, responses and documents derive from it. */
export const eventItem = eventCard.extend({
  image: picture.nullable(),
  /** The longest of the source's texts. */
  description: safeHtml,
  venueDetails: safeHtml,
  registrationUrl: httpUrl.nullable().meta({ example: "https://example.org/register" }),
  contactInfo: optionalText.meta({
    description: "Plain text with line breaks.",
    example: "Ask at the ward office, from 9 to 12",
  }),
  /** The text of `contactInfo` with e-mail addresses and telephone numbers as links. */
  contactHtml: safeHtml,
  mapEmbedUrl: z
    .url({ protocol: /^https$/ })
    .nullable()
    .meta({
      description: "The URL of a map for an iframe, on an allowed host.",
      example: "https://www.openstreetmap.org/export/embed.html?bbox=38.87,-6.46,38.91,-6.42",
    }),
  mapLinkUrl: httpUrl.nullable().meta({
    description: "The URL of a map on another host, for a link.",
    example: "https://example.org/map",
  }),
  relatedEvents: z.array(itemLink),
  translations,
  updatedAt,
});
export type EventItem = z.infer<typeof eventItem>;

/** An event as it is cached: its picture, and those in its HTML, have the URLs of the source. */
export const storedEventItem = eventItem
  .extend({ image: sourcePicture.nullable() })
  .meta({ id: "StoredEventItem" });
export type StoredEventItem = z.infer<typeof storedEventItem>;
