const maxSlugLength = 200;

/** The rule of `isSlug` as text for an error message. */
export const SLUG_RULE = "1 to 200 characters, without / \\ ? # % and control characters";

/**
 * Whether a text may be one segment of a path: 1 to 200 characters, none of `/ \ ? # %`,
 * no control character, no half of a surrogate pair (`encodeURIComponent` throws on one), no white
 * space at either end, and neither `.` nor `..`.
 */
export function isSlug(text: string): boolean {
  if (text.length === 0 || text.length > maxSlugLength) return false;
  if (text === "." || text === ".." || text !== text.trim()) return false;
  return !/[/\\?#%]|\p{Cc}|\p{Cs}/u.test(text);
}
