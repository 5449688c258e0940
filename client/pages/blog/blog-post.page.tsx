import { type BlogPost, load } from "virtual:content/blog";
import * as words from "../../../content/words/en/blog.json";
import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { postData } from "./post-data.ts";
import { PostView, postCrumbs } from "./post-view.tsx";

const notFound: OpenPage = {
  Page: () => (
    <Notice
      title={words.notFound}
      actions={[{ text: words.returnToBlog, href: paths.blog(), isMain: true }]}
    >
      <p>{words.notFoundText}</p>
    </Notice>
  ),
  status: () => 404,
  head: ({ path }) => ({
    title: words.notFound,
    description: words.notFoundText,
    canonicalPath: path,
    noindex: true,
  }),
};

function found(post: BlogPost): OpenPage {
  return {
    Page: () => <PostView post={post} />,
    head: () => ({
      title: post.title,
      description: post.introduction,
      canonicalPath: paths.blogPost(post.slug),
      type: "article",
      author: post.author_name,
      publishedTime: post.publish_date,
      tags: post.tags,
      jsonLd: [postData(post), breadcrumbData(postCrumbs(post), post.title)],
    }),
  };
}

export const page: PageModule = {
  open: async ({ params }) => {
    const slug = params.slug ?? "";
    const entry = await load[slug]?.();
    return entry ? found(entry.default) : notFound;
  },
};
