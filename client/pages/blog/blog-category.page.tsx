import { entries } from "virtual:content/blog";
import { categories } from "../../../content/blog-categories.json";
import * as words from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import type { PageModule } from "../../page.ts";
import { blogSelection } from "./blog-selection.tsx";
import { noStories } from "./no-stories.tsx";

export const page: PageModule = {
  open: ({ params }) => {
    const category = categories.find(({ slug }) => slug === params.categorySlug);
    if (!category) return noStories(words.noCategory);
    const { name, slug, description } = category;
    return blogSelection({
      name,
      description,
      canonicalPath: paths.blogCategory(slug),
      posts: entries.filter((post) => post.category.slug === slug),
      category: slug,
    });
  },
};
