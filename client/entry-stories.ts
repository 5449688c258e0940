import * as eventWords from "../content/words/en/event-status.json";
import * as feedWords from "../content/words/en/feeds.json";
import { code } from "../content/words/en/language.json";
import type { FeedContent } from "../shared/contract/page-renderer.ts";
import { fill } from "../shared/fill.ts";
import { imageUrl } from "./components/media/picture.tsx";
import { siteHref } from "./format/hrefs.ts";

const language = code === "sw" ? "sw" : "en";

export const words: FeedContent["words"] = ({ documents }) => {
  const { identity, description, contact } = documents.site;
  const { name } = identity;
  return {
    language,
    news: fill(feedWords.news, { name }),
    stories: fill(feedWords.stories, { name }),
    events: fill(feedWords.events, { name }),
    description,
    domain: new URL(contact.website.url).hostname,
    ticketPrice: feedWords.ticketPrice,
    event: eventWords,
  };
};

/** Returns every post of the blog with its text, newest first. */
export const stories: FeedContent["stories"] = ({ documents, entry, frame }) =>
  documents.blog.map((post) => ({
    language: post.language ?? language,
    id: post.id,
    path: siteHref(`/blog/${post.slug}`),
    title: post.title,
    summary: post.introduction,
    html: entry("blog", post.slug)?.html ?? "",
    publishedOn: post.publish_date,
    author: post.author_name,
    categories: [post.category.name, ...post.tags],
    image: post.featured_image ? imageUrl(post.featured_image, frame) : null,
  }));
