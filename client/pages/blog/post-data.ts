import type { BlogPost } from "virtual:content/blog";
import { code } from "../../../content/words/en/language.json";
import { paths } from "../../../shared/paths.ts";
import { imageUrl } from "../../components/media/image-url.ts";

/** "The water programme" is an organisation, a name a person. */
const authorData = (name: string) => ({
  "@type": name.startsWith("The ") ? "Organization" : "Person",
  name,
});

/** schema.org data of a post. */
export function postData(post: BlogPost): object {
  return {
    "@type": "BlogPosting",
    headline: post.title,
    description: post.introduction,
    datePublished: post.publish_date,
    author: authorData(post.author_name),
    image: [imageUrl(post.featured_image)],
    articleSection: post.category.name,
    keywords: post.tags,
    timeRequired: `PT${post.readingTimeMinutes}M`,
    inLanguage: post.language ?? code,
    url: paths.blogPost(post.slug),
    mainEntityOfPage: paths.blogPost(post.slug),
  };
}
