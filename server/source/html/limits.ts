/** The most characters that may be shown, without pasted pictures, comments and styles. An article has some 20,000; the rest is cut. */
export const maxLength = 500_000;

/** The most elements that are read: they take some 15 ms, in which the process does nothing else. A long article has a thousand. */
export const maxElements = 2_500;
/** A picture takes as long as so many other elements, for its addresses. */
const elementsOfPicture = 4;
/** The beginning of an element whose text is not meant to be read. */
const unreadStart = /<(?:script|style|textarea|template|svg|xml)\b/i;

/** Keeps the words alone of what stands behind the last element that is read. End tags count apart: what was cleaned has as many. */
export function limitElements(html: string): string {
  const left = { elements: maxElements, ends: maxElements };
  for (const { 0: start, index } of html.matchAll(/<(?:\/|img\b)?/gi)) {
    if (start === "</") left.ends -= 1;
    else left.elements -= start === "<" ? 1 : elementsOfPicture;
    if (left.elements >= 0 && left.ends >= 0) continue;
    const [words = ""] = html.slice(index, index + maxLength).split(unreadStart, 1);
    return html.slice(0, index) + words.replaceAll(/<[^<>]*>?/g, " ");
  }
  return html;
}
