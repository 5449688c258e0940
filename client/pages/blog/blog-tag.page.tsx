import { entries } from "virtual:content/blog";
import { blog as words } from "../../../content/list-pages.json";
import { tagSlug } from "../../../shared/model/tag-slug.ts";
import { paths } from "../../../shared/paths.ts";
import { Breadcrumbs, breadcrumbData } from "../../components/breadcrumbs.tsx";
import type { PageModule } from "../../page.ts";
import { BlogList } from "./blog-list.tsx";
import { noStories } from "./no-stories.tsx";

const CRUMBS = [{ text: "Blog", href: paths.blog() }];

/** A tag's stories, found by the tag's slug however the address writes it. */
export const page: PageModule = {
  open: ({ params }) => {
    const slug = tagSlug(params.tag ?? "");
    const posts = entries.filter(({ tags }) => tags.some((tag) => tagSlug(tag) === slug));
    const tag = posts.flatMap(({ tags }) => tags).find((each) => tagSlug(each) === slug);
    if (tag === undefined) return noStories("No story has been given that tag.");
    const title = `${words.title}: ${tag}`;
    const description = `${posts.length === 1 ? "One story" : `${posts.length} stories`} tagged ${tag}.`;
    return {
      Page: () => (
        <BlogList
          title={title}
          standfirst={description}
          above={<Breadcrumbs crumbs={CRUMBS} />}
          posts={posts}
          current={undefined}
        />
      ),
      head: () => ({
        title,
        description,
        canonicalPath: paths.blogTag(slug),
        jsonLd: [breadcrumbData(CRUMBS, tag)],
      }),
    };
  },
};
