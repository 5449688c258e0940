import type { FeedWords, Story } from "../../shared/contract/story.ts";
import { PREFIXES } from "../../shared/languages.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import { PICTURE_TYPES } from "../../shared/model/picture-widths.ts";
import { paths } from "../../shared/paths.ts";
import { distinctWords, type Feed, newestFirst, withAbsoluteUrls } from "./feed-model.ts";
import { imageType } from "./image-type.ts";

/** The URLs of the formats of a feed below a folder of the site. */
const formatsAt = (folder: string) => ({
  rss: `${folder}/feed.xml`,
  atom: `${folder}/atom.xml`,
  json: `${folder}/feed.json`,
});

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
  return {
    title: words.news,
    language,
    description: words.description,
    homeUrl: site + paths.newsFeed({ type: "news" }),
    formats: formatsAt(site),
    icon: `${origin}/icon-512.png`,
    entries,
  };
}

/** The posts of the blog as a feed. */
export function storiesAsFeed(
  stories: readonly Story[],
  origin: string,
  { language, ...words }: FeedWords,
): Feed {
  const blog = `${origin}${PREFIXES[language]}/blog`;
  const newest = newestFirst(stories, ({ publishedOn }) => publishedOn);
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
  return {
    title: words.stories,
    language,
    description: words.description,
    homeUrl: blog,
    formats: formatsAt(blog),
    icon: `${origin}/icon-512.png`,
    entries,
  };
}
