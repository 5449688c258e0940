import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import {
  looksLikeHtml,
  readHtmlText,
  type SanitiseOptions,
  sanitiseHtml,
} from "../html/sanitise-html.ts";
import { withoutShortcodes } from "../html/shortcodes.ts";
import { cleanText, isBlank } from "../text/clean-text.ts";
import { readBlocks } from "./blocks.ts";
import { type Fields, isRecord, readLine, readLines, unwrapText } from "./values.ts";

export interface TextOptions extends SanitiseOptions {
  /** Called with the name of a field that holds something and of which no text comes. */
  onTextless?: ((field: string) => unknown) | undefined;
}

interface GivenText {
  text: string;
  isHtml: boolean;
  /** A text may be missing from it. */
  isUnread: boolean;
}

const MAX_WORDS = 20_000;
/** The most HTML that is read for a title or a summary, in characters: cleaning it costs as much as an article. */
const MAX_HTML_OF_WORDS = 10_000;
const NO_TEXT: GivenText = { text: "", isHtml: false, isUnread: false };

/** The text of a field: as it is, in an object, or in blocks, which may be JSON within a text. */
function givenText(value: unknown): GivenText {
  const given = unwrapText(value);
  const blocks = typeof given === "string" ? blocksIn(given) : given;
  if (typeof blocks === "object" && blocks !== null) {
    const { html, isUnread } = readBlocks(blocks);
    if (typeof given !== "string" || hasWords(html)) return { text: html, isHtml: true, isUnread };
  }
  if (typeof given !== "string") return { ...NO_TEXT, isUnread: Boolean(given) };
  const text = withoutShortcodes(given);
  return { text, isHtml: looksLikeHtml(text), isUnread: hasWords(given) };
}

/** An array or an object that a text is the JSON of. */
function blocksIn(text: string): unknown {
  if (!/^\s*(?:\{\s*"|\[\s*\{)/.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const hasWords = (html: string) => /[\p{L}\p{N}]/u.test(html.replace(/<[^<>]*>|&\w+;/g, ""));

/** The ends of lines in clean HTML. */
const LINE_END = /<br>|<\/(?:p|li|h[2-6]|tr|d[td]|pre|figcaption|caption)>/g;

/** The words of HTML without its tags; of another text all of it. Null without any. */
function wordsOf({ text, isHtml }: GivenText, keepLines: boolean): string | null {
  if (!isHtml) return keepLines ? readLines(text) : readLine(text);
  // Addresses are not among the words, so that no base is needed.
  const html = sanitiseHtml(text.slice(0, MAX_HTML_OF_WORDS), { baseUrl: "" });
  const lines = keepLines ? html.split(LINE_END) : [html];
  const words = lines.map((line) => readHtmlText(line as SafeHtml)).join("\n");
  const clean = cleanText(words, { maxLength: MAX_WORDS, keepLines });
  return isBlank(clean) ? null : clean;
}

/** A list of texts is none: it may be tags. */
const isListOfTexts = (value: unknown) => Array.isArray(value) && !value.some(isRecord);

/** A title or a summary: words on one line, also where the source has HTML or blocks in it. */
export const readWords = (value: unknown): string | null =>
  isListOfTexts(value) ? null : wordsOf(givenText(value), false);

/** A sign that HTML would write as `&amp;`. */
const BARE_AMPERSAND = /&(?!#?\w{2,10};)/;

/**
 * Reads a title as words. A text with a bare `&` is no HTML, so that its tags are words: `Tips & tricks for <b>bold</b>`. So are the
 * tags of a title that has nothing else, such as a lesson on `<script>`: an item without a title could not be shown.
 */
export function readTitle(value: unknown): string | null {
  if (typeof value !== "string") return readWords(value);
  const words = BARE_AMPERSAND.test(value) ? null : readWords(value);
  return words ?? readLine(value);
}

export const readWordLines = (value: unknown): string | null =>
  isListOfTexts(value) ? null : wordsOf(givenText(value), true);

/** The summary that an object has beside its text. */
export const readSummary = (value: unknown): string | null => {
  const [text] = [value].flat();
  return isRecord(text) ? readWords(text.summary) : null;
};

/** The HTML of a field. `isPlain`: its signs are words, unless it looks like HTML. */
export function readBody(
  row: Fields,
  field: string,
  { isPlain = false, ...options }: TextOptions & { isPlain?: boolean },
): SafeHtml | null {
  const { text, isHtml, isUnread } = givenText(row.get(field));
  const escaped = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const html = sanitiseHtml(isPlain && !isHtml ? escaped : text, options);
  if (html === "" && isUnread) options.onTextless?.(field);
  return html === "" ? null : html;
}
