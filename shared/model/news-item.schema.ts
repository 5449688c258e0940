import { z } from "zod";
import {
  dateAt,
  datePrecision,
  itemLanguage,
  itemLink,
  safeHtml,
  text,
} from "./item-fields.schema.ts";
import { cardPicture, picture, sourcePicture } from "./picture.schema.ts";

/**
 * One normalised news item. Every key is present: an absent value is null, a list is always a list.
 * Types, cards, `/bff` responses, the OpenAPI document and the check of cache entries derive from it.
 */
export const newsItem = z.object({
  id: z.string().meta({ example: "101" }),
  slug: z.string().meta({ description: "Its segment in URLs.", example: "clean-water-day" }),
  language: itemLanguage,
  title: z.string().meta({ example: "Clean water day in Mtambani" }),
  excerpt: text.meta({
    description: "Short plain text for a card.",
    example: "Two hundred and forty households no longer queue before dawn.",
  }),
  summary: text.meta({ description: "Plain text.", example: "A tap for every street." }),
  /** Null in lists of a source that omits the text. */
  body: safeHtml,
  isFeatured: z.boolean().meta({ example: false }),
  image: picture.nullable(),
  categories: z.array(z.string()).meta({ example: ["WASH"] }),
  tags: z.array(z.string()).meta({ example: ["water", "schools"] }),
  author: text.meta({ example: "Neema Komba" }),
  source: text.meta({ example: "Mtambani Ward Office" }),
  publishedAt: dateAt,
  publishedPrecision: datePrecision,
  views: z.int().nonnegative().nullable().meta({ example: 412 }),
  relatedNews: z.array(itemLink),
  relatedEvents: z.array(itemLink),
});
export type NewsItem = z.infer<typeof newsItem>;

/** As it is cached: its picture, and those in its HTML, are where the source has them. */
export const storedNewsItem = newsItem
  .extend({ image: sourcePicture.nullable() })
  .meta({ id: "StoredNewsItem" });
export type StoredNewsItem = z.infer<typeof storedNewsItem>;

/** The fields of a news card. They are sent twice: in the HTML and as data. */
export const newsCard = newsItem
  .pick({
    id: true,
    slug: true,
    language: true,
    title: true,
    excerpt: true,
    categories: true,
    publishedAt: true,
    publishedPrecision: true,
  })
  .extend({ image: cardPicture.nullable() });
export type NewsCard = z.infer<typeof newsCard>;
