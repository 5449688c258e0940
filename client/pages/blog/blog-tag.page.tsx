import { entries } from "virtual:content/blog";
import * as words from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import { fill } from "../../format/fill.ts";
import type { PageModule } from "../../page.ts";
import { blogSelection } from "./blog-selection.tsx";
import { noStories } from "./no-stories.tsx";
import { tagSlug } from "./tag-slug.ts";

/** The path is compared by slug, so that any spelling of the tag is found. */
export const page: PageModule = {
  open: ({ params }) => {
    const slug = tagSlug(params.tag ?? "");
    const posts = entries.filter(({ tags }) => tags.some((tag) => tagSlug(tag) === slug));
    const name = posts.flatMap(({ tags }) => tags).find((tag) => tagSlug(tag) === slug);
    if (name === undefined) return noStories(words.noTag);
    const text = posts.length === 1 ? words.tagged.one : words.tagged.other;
    return blogSelection({
      name,
      description: fill(text, { count: posts.length, name }),
      canonicalPath: paths.blogTag(slug),
      posts,
      category: undefined,
    });
  },
};
