import type { Language } from "../../shared/languages.ts";
import type { ItemDate } from "../../shared/model/item-fields.schema.ts";

/** One entry of a feed: the same text, date and URL in each format. */
export interface FeedEntry {
  /** Permanent: the URL of the page. */
  url: string;
  /** A tag of BCP 47; null where it is not known. */
  language: string | null;
  title: string;
  summary: string | null;
  /** Sanitised HTML with absolute URLs. */
  html: string | null;
  published: ItemDate;
  author: string | null;
  /** Categories, then tags, each once. */
  categories: readonly string[];
  image: FeedImage | null;
}

export interface FeedImage {
  url: string;
  /** A media type. */
  type: string;
  /** Null when not known. */
  bytes: number | null;
}

/** A feed, independent of the format. All URLs are absolute. */
export interface Feed {
  title: string;
  language: Language;
  description: string;
  /** The page that shows the same entries. */
  homeUrl: string;
  /** The URL of each format of this feed. */
  formats: { rss: string; atom: string; json: string };
  icon: string;
  /** Newest first, undated last. */
  entries: readonly FeedEntry[];
}

/** A feed is polled: only the newest entries. */
const MOST_ENTRIES = 50;

const instantOf = (at: string | null) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at));

/** Newest first and undated last, equal dates in the given order, at most fifty. `dateOf` is null for an undated item. */
export function newestFirst<Item>(
  items: readonly Item[],
  dateOf: (item: Item) => string | null,
): Item[] {
  return items
    .map((item) => [instantOf(dateOf(item)), item] as const)
    .sort(([a], [b]) => (a === b ? 0 : b - a))
    .slice(0, MOST_ENTRIES)
    .map(([, item]) => item);
}

/** The newest instant in the feed; its bytes depend on its entries alone, never on the clock. */
export function newestInstant({ entries }: Feed): string | null {
  return entries[0]?.published.at ?? null;
}

/** Each word once, upper and lower case alike; the first spelling stays. */
export function distinctWords(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const word of words) {
    const key = word.toLowerCase();
    if (!known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}

/** HTML that is read outside the site: its site-relative URLs become absolute, its pictures have one width. */
export function withAbsoluteUrls(html: string, origin: string): string {
  return html
    .replaceAll(/ srcset="[^"]*" sizes="[^"]*"/g, "")
    .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${origin}/`);
}
