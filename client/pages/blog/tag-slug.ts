/** The slug of a tag: lowercased, hyphenated (spec section 2, `/blog/tag/{tag}`). */
export function tagSlug(tag: string): string {
  return tag
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
}
