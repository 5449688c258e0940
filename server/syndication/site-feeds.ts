import site from "../../content/site.json" with { type: "json" };
import type { Story } from "../../shared/contract/story.ts";
import type { NewsItem } from "../../shared/model/news-item.schema.ts";
import { PICTURE_TYPES } from "../../shared/model/picture-widths.ts";
import { paths } from "../../shared/paths.ts";
import { distinctWords, type Feed, newestFirst, withAbsoluteUrls } from "./feed-model.ts";
import { imageType } from "./image-type.ts";

const { name } = site.identity;

/** The URLs of the formats of a feed below a folder of the site. */
const formatsAt = (folder: string) => ({
  rss: `${folder}/feed.xml`,
  atom: `${folder}/atom.xml`,
  json: `${folder}/feed.json`,
});

/** The news as a feed. */
export function newsAsFeed(items: readonly NewsItem[], origin: string): Feed {
  const entries = items.map((item) => ({
    url: origin + paths.newsItem(item.slug),
    title: item.title,
    summary: item.excerpt ?? item.summary,
    html: item.body === null ? null : withAbsoluteUrls(item.body, origin),
    published: { at: item.publishedAt, precision: item.publishedPrecision },
    author: item.author,
    categories: distinctWords([...item.categories, ...item.tags]),
    image: item.image && { ...item.image, type: PICTURE_TYPES.jpg },
  }));
  return {
    title: `News of ${name}`,
    description: site.description,
    homeUrl: origin + paths.newsFeed({ type: "news" }),
    formats: formatsAt(origin),
    icon: `${origin}/icon-512.png`,
    entries: newestFirst(entries),
  };
}

/** The posts of the blog as a feed. */
export function storiesAsFeed(stories: readonly Story[], origin: string): Feed {
  const entries = stories.map((story) => ({
    url: origin + story.path,
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
    title: `Stories of ${name}`,
    description: site.description,
    homeUrl: `${origin}/blog`,
    formats: formatsAt(`${origin}/blog`),
    icon: `${origin}/icon-512.png`,
    entries: newestFirst(entries),
  };
}
