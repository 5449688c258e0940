import type { DatePrecision } from "./item-date.ts";
import type { ItemLink } from "./item-link.ts";
import type { Picture } from "./picture.ts";
import type { SafeHtml } from "./safe-html.ts";

/** One news item, clean. Every key is always there: what is absent is null, a list is always a list. */
export interface NewsItem {
  id: string;
  slug: string;
  title: string;
  /** Short text of a card, plain text: excerpt, introduction, then summary. */
  excerpt: string | null;
  /** Plain text. */
  summary: string | null;
  /** Null in lists whose source leaves the text out. */
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

/** What a card of the feed prints, and nothing more: it travels once in the HTML and once as data. */
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
