import { entries } from "virtual:content/blog";
import { paths } from "../../../shared/paths.ts";
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
    if (name === undefined) return noStories("No story has this tag.");
    const stories = posts.length === 1 ? "One story" : `${posts.length} stories`;
    return blogSelection({
      name,
      description: `${stories} tagged ${name}.`,
      canonicalPath: paths.blogTag(slug),
      posts,
      category: undefined,
    });
  },
};
