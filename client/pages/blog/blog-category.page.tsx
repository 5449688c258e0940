import { entries } from "virtual:content/blog";
import { categories } from "../../../content/blog-categories.json";
import { paths } from "../../../shared/paths.ts";
import type { PageModule } from "../../page.ts";
import { blogSelection } from "./blog-selection.tsx";
import { noStories } from "./no-stories.tsx";

export const page: PageModule = {
  open: ({ params }) => {
    const category = categories.find(({ slug }) => slug === params.categorySlug);
    if (!category) return noStories("There is no blog category with that name.");
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
