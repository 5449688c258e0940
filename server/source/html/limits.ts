/**
 * The maximum number of characters shown, not counting pasted pictures, comments and styles. An article has some 20,000 characters;
 * text beyond the limit is cut.
 */
export const maxLength = 500_000;

/**
 * The maximum number of elements read. Reading this many elements blocks the process for some 12 ms. A long article has a thousand
 * elements.
 */
export const maxElements = 2_000;
/** The number of elements a picture counts as, because reading its addresses takes that long. */
const elementsOfPicture = 4;
/** The start of an element whose text is not meant for readers. Examples: `<script src="a.js">`, `<svg>`. */
const unreadStart = /<(?:script|style|textarea|template|svg|xml)\b/i;

/** The start of a tag: `<`, `</`, `<img`. */
const TAG_START = /<(?:\/|img\b)?/gi;

/**
 * Keeps only the words of everything after the last allowed element. End tags have a limit of their own, because cleaned HTML has as
 * many end tags as elements.
 */
export function limitElements(html: string): string {
  const left = { elements: maxElements, ends: maxElements };
  for (const { 0: start, index } of html.matchAll(TAG_START)) {
    if (start === "</") left.ends -= 1;
    else left.elements -= start === "<" ? 1 : elementsOfPicture;
    if (left.elements >= 0 && left.ends >= 0) continue;
    const [beforeUnread = ""] = html.slice(index, index + maxLength).split(unreadStart, 1);
    return html.slice(0, index) + beforeUnread.replaceAll(/<[^<>]*>?/g, " ");
  }
  return html;
}
