import type { BlogPostSummary } from "virtual:content/blog";
import { blog as words } from "../../../content/list-pages.json";
import * as labels from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import { Breadcrumbs, breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage } from "../../page.ts";
import { BlogList } from "./blog-list.tsx";

const CRUMBS = [{ text: labels.title, href: paths.blog() }];

interface Selection {
  name: string;
  description: string;
  canonicalPath: string;
  posts: readonly BlogPostSummary[];
  /** The category's slug; undefined for a tag. */
  category: string | undefined;
}

/** The page of one category or tag. */
export function blogSelection(selection: Selection): OpenPage {
  const { name, description, canonicalPath, posts, category } = selection;
  const title = `${words.title}: ${name}`;
  return {
    Page: () => (
      <BlogList
        title={title}
        standfirst={description}
        above={<Breadcrumbs crumbs={CRUMBS} />}
        posts={posts}
        current={category}
      />
    ),
    head: () => ({
      title,
      description,
      canonicalPath,
      jsonLd: [breadcrumbData(CRUMBS, name)],
    }),
  };
}
