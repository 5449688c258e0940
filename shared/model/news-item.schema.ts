import { z } from "zod";
import {
  cardFields,
  dateAt,
  datePrecision,
  itemLink,
  optionalText,
  safeHtml,
  translations,
  updatedAt,
} from "./item-fields.schema.ts";
import { cardPicture, picture, sourcePicture } from "./picture.schema.ts";

/** The fields of a news card, which are sent twice: in the HTML and as data. */
export const newsCard = z.object({
  ...cardFields({
    id: "101",
    slug: "clean-water-day",
    title: "Clean water day in Mtambani",
    excerpt: "Two hundred and forty households no longer queue before dawn.",
  }),
  image: cardPicture.nullable(),
  categories: z.array(z.string()).meta({ example: ["WASH"] }),
  publishedAt: dateAt,
  publishedPrecision: datePrecision,
});
export type NewsCardData = z.infer<typeof newsCard>;

/** A news item with every key: an absent value is null, a list is always a list. Types, responses and documents derive from it. */
export const newsItem = newsCard.extend({
  image: picture.nullable(),
  summary: optionalText.meta({ description: "Plain text.", example: "A tap for every street." }),
  /** The text; null in lists of a source that omits texts. */
  body: safeHtml,
  isFeatured: z.boolean().meta({ example: false }),
  tags: z.array(z.string()).meta({ example: ["water", "schools"] }),
  author: optionalText.meta({ example: "Neema Komba" }),
  source: optionalText.meta({ example: "Mtambani Ward Office" }),
  views: z.int().nonnegative().nullable().meta({ example: 412 }),
  relatedNews: z.array(itemLink),
  relatedEvents: z.array(itemLink),
  translations,
  updatedAt,
});
export type NewsItem = z.infer<typeof newsItem>;

/** A news item as it is cached: its picture, and those in its HTML, have the URLs of the source. */
export const storedNewsItem = newsItem
  .extend({ image: sourcePicture.nullable() })
  .meta({ id: "StoredNewsItem" });
export type StoredNewsItem = z.infer<typeof storedNewsItem>;
