import { entries } from "virtual:content/blog";
import { blog as words } from "../../../content/list-pages.json";
import { paths } from "../../../shared/paths.ts";
import { definePage } from "../../page.ts";
import { BlogList } from "./blog-list.tsx";

export const page = definePage({
  Page: () => (
    <BlogList title={words.title} standfirst={words.subtitle} posts={entries} current={null} />
  ),
  head: () => ({
    title: words.title,
    description: words.description,
    canonicalPath: paths.blog(),
  }),
});
