export interface CleanTextOptions {
  /** In UTF-16 code units; what is longer is cut, never inside a surrogate pair. */
  maxLength: number;
  /** Keep line breaks (as `\n`); otherwise each becomes a space. */
  keepLines?: boolean;
}

const lineBreaks = /\r\n?|[\u2028\u2029\v\f]/g;
/** The characters that Windows-1252 has in the place of the controls from 0x80 on; in its five gaps the controls themselves. */
export const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
/** Overrides, embeddings and isolates: they can reorder a text. */
const bidiControls = /[\u202A-\u202E\u2066-\u2069]/g;
const invisible =
  /\s|\u00AD|\u034F|\u061C|\u115F|\u1160|\u180E|[\u200B-\u200F]|[\u2060-\u2064]|\u2800|\u3164|\uFEFF|\uFFA0/g;

/**
 * Plain text that is safe to show, log and put into XML. Markup in it stays as it is: nothing is
 * decoded or stripped. May return the empty text.
 */
export function cleanText(
  text: string,
  { maxLength, keepLines = false }: CleanTextOptions,
): string {
  // Twice the limit is enough: what comes after it would be cut in any case.
  const lined = text.slice(0, maxLength * 2 + 1000).replace(lineBreaks, "\n");
  const spaced = keepLines
    ? lined
        .replace(/\t/g, " ")
        .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
        .replace(/\n{3,}/g, "\n\n")
    : lined.replace(/[^\S\n\t]*[\n\t]+\s*/g, " ");
  return cutText(stripInvisible(spaced), maxLength).trim();
}

/**
 * Without control characters (line breaks stay, and those that are Windows-1252 become what they are there), bidi
 * overrides, byte order marks and half surrogate pairs.
 */
export function stripInvisible(text: string): string {
  return text
    .replace(/[\u0080-\u009F]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80))
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(bidiControls, "")
    .replace(/[\uFEFF\uFFFE\uFFFF]/g, "")
    .replace(/\p{Cs}/gu, "\uFFFD");
}

/** Whether nothing is visible: white space and zero-width characters only. */
export function isBlank(text: string): boolean {
  return text.replace(invisible, "") === "";
}

function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "");
}
