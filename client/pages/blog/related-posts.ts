import type { BlogPostSummary } from "virtual:content/blog";

/** Spec section 9. */
const MOST = 3;

/** Up to three other posts of the same category, in the order of the list. */
export function relatedPosts(
  post: BlogPostSummary,
  all: readonly BlogPostSummary[],
): readonly BlogPostSummary[] {
  return all
    .filter(({ slug, category }) => category.slug === post.category.slug && slug !== post.slug)
    .slice(0, MOST);
}
