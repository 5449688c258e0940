import type { FeedWords, Story } from "../../../shared/contract/page-renderer.ts";
import { type Language, PREFIXES } from "../../../shared/languages.ts";
import type { ItemDate } from "../../../shared/model/item-fields.schema.ts";
import type { NewsItem } from "../../../shared/model/news-item.schema.ts";
import { PICTURE_TYPES } from "../../../shared/model/picture-widths.ts";
import { paths } from "../../../shared/paths.ts";

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
function newestFirst<Item>(items: readonly Item[], dateOf: (item: Item) => string | null): Item[] {
  return items
    .map((item) => [instantOf(dateOf(item)), item] as const)
    .sort(([a], [b]) => (a === b ? 0 : b - a))
    .slice(0, MOST_ENTRIES)
    .map(([, item]) => item);
}

/** Each word once, upper and lower case alike; the first spelling stays. */
function distinctWords(words: readonly string[]): string[] {
  const known = new Map<string, string>();
  for (const word of words) {
    const key = word.toLowerCase();
    if (!known.has(key)) known.set(key, word);
  }
  return [...known.values()];
}

/** HTML that is read outside the site: its site-relative URLs become absolute, its pictures have one width. */
function withAbsoluteUrls(html: string, origin: string): string {
  return html
    .replaceAll(/ srcset="[^"]*" sizes="[^"]*"/g, "")
    .replaceAll(/ (href|src)="\/(?!\/)/g, ` $1="${origin}/`);
}

const TYPES: Readonly<Record<string, string>> = {
  avif: "image/avif",
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  png: "image/png",
  svg: "image/svg+xml",
  webp: "image/webp",
};

/** The media type of a picture by the extension of its URL; `image/*` where that says nothing. */
function imageType(url: string): string {
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? "";
  return (Object.hasOwn(TYPES, extension) && TYPES[extension]) || "image/*";
}

/** A feed whose formats are below a folder of the site. */
function feedAt(
  folder: string,
  origin: string,
  given: Pick<Feed, "title" | "homeUrl" | "language" | "description" | "entries">,
): Feed {
  const formats = {
    rss: `${folder}/feed.xml`,
    atom: `${folder}/atom.xml`,
    json: `${folder}/feed.json`,
  };
  return { ...given, formats, icon: `${origin}/icon-512.png` };
}

/** The news as a feed. */
export function newsAsFeed(
  items: readonly NewsItem[],
  origin: string,
  { language, ...words }: FeedWords,
): Feed {
  const site = origin + PREFIXES[language];
  // Only what is in the feed is made an entry.
  const newest = newestFirst(items, ({ publishedAt }) => publishedAt);
  const entries = newest.map((item) => ({
    url: site + paths.newsItem(item.slug),
    language: item.language,
    title: item.title,
    summary: item.excerpt ?? item.summary,
    html: item.body === null ? null : withAbsoluteUrls(item.body, origin),
    published: { at: item.publishedAt, precision: item.publishedPrecision },
    author: item.author,
    categories: distinctWords([...item.categories, ...item.tags]),
    image: item.image && { ...item.image, type: PICTURE_TYPES.jpg },
  }));
  const { news: title, description } = words;
  const homeUrl = site + paths.newsFeed({ type: "news" });
  return feedAt(site, origin, { title, language, description, homeUrl, entries });
}

/** The posts of the blog as a feed. */
export function storiesAsFeed(
  posts: readonly Story[],
  origin: string,
  { language, ...words }: FeedWords,
): Feed {
  const blog = `${origin}${PREFIXES[language]}/blog`;
  const newest = newestFirst(posts, ({ publishedOn }) => publishedOn);
  const entries = newest.map((story) => ({
    url: origin + story.path,
    language: story.language,
    title: story.title,
    summary: story.summary,
    html: withAbsoluteUrls(story.html, origin),
    published: { at: `${story.publishedOn}T00:00:00+03:00`, precision: "day" } as const,
    author: story.author,
    categories: distinctWords(story.categories),
    image:
      story.image === null
        ? null
        : { url: origin + story.image, type: imageType(story.image), bytes: null },
  }));
  const { stories: title, description } = words;
  return feedAt(blog, origin, { title, language, description, homeUrl: blog, entries });
}
