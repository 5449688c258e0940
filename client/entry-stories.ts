import { entries, load } from "virtual:content/blog";
import type { Story } from "../shared/contract/story.ts";
import { imageUrl } from "./components/media/image-url.ts";

/** Every post of the blog, newest first, with its text: the compiled content of the server's feeds. */
export function stories(): Promise<readonly Story[]> {
  return Promise.all(
    entries.map(async (entry): Promise<Story> => {
      const text = await load[entry.slug]?.();
      return {
        path: `/blog/${entry.slug}`,
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
}
