import type { ItemDate } from "../../shared/model/item-date.ts";

/** One entry of a feed, in whatever format: the same words, instant and address in each. */
export interface FeedEntry {
  /** Stays the same for ever; the address of the page. */
  url: string;
  title: string;
  summary: string | null;
  /** Cleaned HTML with absolute addresses. */
  html: string | null;
  published: ItemDate;
  author: string | null;
  /** Categories, then tags, each once. */
  categories: readonly string[];
  image: string | null;
}

/** A feed before it takes a format. All addresses are absolute. */
export interface Feed {
  title: string;
  description: string;
  /** The page that shows the same entries. */
  homeUrl: string;
  /** Where each format of this feed stands. */
  formats: { rss: string; atom: string; json: string };
  icon: string;
  /** Newest first, undated last. */
  entries: readonly FeedEntry[];
}

/** Readers look at the newest; a feed is fetched again and again. */
const MOST_ENTRIES = 50;

const instantOf = ({ at }: ItemDate) => (at === null ? Number.NEGATIVE_INFINITY : Date.parse(at));

/** Newest first and undated last, equal dates in the given order, at most fifty. */
export function newestFirst(entries: readonly FeedEntry[]): FeedEntry[] {
  return [...entries]
    .sort((a, b) => {
      const [first, second] = [instantOf(a.published), instantOf(b.published)];
      return first === second ? 0 : second - first;
    })
    .slice(0, MOST_ENTRIES);
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

/** HTML of our own pages read elsewhere: addresses on this site name it. */
export function withAbsoluteAddresses(html: string, origin: string): string {
  return html.replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${origin}/`);
}
