import { entries, load } from "virtual:content/blog";
import { description, identity } from "virtual:content/site";
import * as eventWords from "../content/words/en/event-status.json";
import * as feedWords from "../content/words/en/feeds.json";
import { code } from "../content/words/en/language.json";
import type { FeedContent, FeedWords, Story } from "../shared/contract/page-renderer.ts";
import { fill } from "../shared/fill.ts";
import { imageUrl } from "./components/media/picture.tsx";
import { siteHref } from "./format/hrefs.ts";

const { name } = identity;

export const words: FeedWords = {
  language: code === "sw" ? "sw" : "en",
  news: fill(feedWords.news, { name }),
  stories: fill(feedWords.stories, { name }),
  events: fill(feedWords.events, { name }),
  description,
  ticketPrice: feedWords.ticketPrice,
  event: eventWords,
};

/** Loads every post of the blog with its text, newest first: the compiled content of the server's feeds. */
export const stories: FeedContent["stories"] = () =>
  Promise.all(
    entries.map(async (entry): Promise<Story> => {
      const text = await load[entry.slug]?.();
      return {
        language: text?.default.language ?? words.language,
        id: entry.id,
        path: siteHref(`/blog/${entry.slug}`),
        title: entry.title,
        summary: entry.introduction,
        html: text?.default.html ?? "",
        publishedOn: entry.publish_date,
        author: entry.author_name,
        categories: [entry.category.name, ...entry.tags],
        image: entry.featured_image ? imageUrl(entry.featured_image) : null,
      };
    }),
  );
