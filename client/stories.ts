import { entries, load } from "virtual:content/blog";
import type { Story } from "../shared/contract/page-renderer.ts";
import { imageUrl } from "./components/content-picture.tsx";

/** Every post of the blog, newest first, with its text: what the server's feeds are made of. */
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
