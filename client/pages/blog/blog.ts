/** Returns the slug of a tag: lowercased, hyphenated (spec section 2, `/blog/tag/{tag}`). */
export const tagSlug = (tag: string): string =>
  tag
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");

/** The bounds of the view count, which is a random number and counts nothing (spec section 9). */
const LEAST = 50;
const MOST = 499;

const viewMark = (blogId: string) => `blog_${blogId}_viewed`;

/** Returns the view count of a post, chosen once per session. Throws when session storage is not available. */
export function viewCount(
  blogId: string,
  session: Pick<Storage, "getItem" | "setItem">,
  random: () => number = Math.random,
): number {
  const known = session.getItem(viewMark(blogId));
  if (known !== null && /^\d{1,9}$/.test(known)) return Number(known);
  const chosen = LEAST + Math.floor(random() * (MOST - LEAST + 1));
  session.setItem(viewMark(blogId), String(chosen));
  return chosen;
}
