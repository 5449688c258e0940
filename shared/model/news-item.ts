import type { DatePrecision } from "./item-date.ts";
import type { ItemLink } from "./item-link.ts";
import type { Picture } from "./picture.ts";
import type { SafeHtml } from "./safe-html.ts";

/**
 * One normalised news item. Every key is present: an absent value is null, a list is always a
 * list.
 */
export interface NewsItem {
  id: string;
  slug: string;
  title: string;
  /** Short plain text for cards: excerpt, introduction, then summary. */
  excerpt: string | null;
  /** Plain text. */
  summary: string | null;
  /** Null in lists of a source that omits the text. */
  body: SafeHtml | null;
  isFeatured: boolean;
  image: Picture | null;
  categories: string[];
  tags: string[];
  author: string | null;
  source: string | null;
  /** See `ItemDate.at`. */
  publishedAt: string | null;
  publishedPrecision: DatePrecision;
  /** A whole number, zero or more. */
  views: number | null;
  relatedNews: ItemLink[];
  relatedEvents: ItemLink[];
}

/** The fields of a news card. They are sent twice: in the HTML and as data. */
export type NewsCard = Pick<
  NewsItem,
  | "id"
  | "slug"
  | "title"
  | "excerpt"
  | "image"
  | "categories"
  | "publishedAt"
  | "publishedPrecision"
>;
