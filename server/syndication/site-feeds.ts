import type { FeedWords, Story } from "../../shared/contract/page-renderer.ts";
import { PREFIXES } from "../../shared/languages.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import { PICTURE_TYPES } from "../../shared/model/picture-widths.ts";
import { paths } from "../../shared/paths.ts";
import { distinctWords, type Feed, newestFirst, withAbsoluteUrls } from "./feed-model.ts";

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
  // Of a long list, only what is in the feed is made an entry.
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
