import { type BlogPost, load } from "virtual:content/blog";
import { paths } from "../../../shared/paths.ts";
import { Notice } from "../../components/feedback/notice.tsx";
import { breadcrumbData } from "../../components/links/breadcrumbs.tsx";
import type { OpenPage, PageModule } from "../../page.ts";
import { postData } from "./post-data.ts";
import { PostView, postCrumbs } from "./post-view.tsx";

const NOT_FOUND = "The story you're looking for doesn't exist or has been removed.";

const notFound: OpenPage = {
  Page: () => (
    <Notice
      title="Blog Post Not Found"
      actions={[{ text: "Return to Blog", href: paths.blog(), isMain: true }]}
    >
      <p>{NOT_FOUND}</p>
    </Notice>
  ),
  status: () => 404,
  head: ({ path }) => ({
    title: "Blog Post Not Found",
    description: NOT_FOUND,
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
    const words = await load[slug]?.();
    return words ? found(words.default) : notFound;
  },
};
