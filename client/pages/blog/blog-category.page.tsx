import { entries } from "virtual:content/blog";
import { categories } from "../../../content/blog-categories.json";
import { blog as words } from "../../../content/list-pages.json";
import { paths } from "../../../shared/paths.ts";
import { Breadcrumbs, breadcrumbData } from "../../components/breadcrumbs.tsx";
import type { PageModule } from "../../page.ts";
import { BlogList } from "./blog-list.tsx";
import { noStories } from "./no-stories.tsx";

const CRUMBS = [{ text: "Blog", href: paths.blog() }];

export const page: PageModule = {
  open: ({ params }) => {
    const category = categories.find(({ slug }) => slug === params.categorySlug);
    if (!category) return noStories("The blog has no category of that name.");
    const { name, slug, description } = category;
    const title = `${words.title}: ${name}`;
    const posts = entries.filter((post) => post.category.slug === slug);
    return {
      Page: () => (
        <BlogList
          title={title}
          standfirst={description}
          above={<Breadcrumbs crumbs={CRUMBS} />}
          posts={posts}
          current={slug}
        />
      ),
      head: () => ({
        title,
        description,
        canonicalPath: paths.blogCategory(slug),
        jsonLd: [breadcrumbData(CRUMBS, name)],
      }),
    };
  },
};
