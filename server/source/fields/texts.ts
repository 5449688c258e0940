import type { SafeHtml } from "../../../shared/model/item-fields.schema.ts";
import { isRecord } from "../../records.ts";
import {
  looksLikeHtml,
  readHtmlText,
  type SanitiseOptions,
  sanitiseHtml,
} from "../html/sanitise-html.ts";
import { withoutShortcodes } from "../html/shortcodes.ts";
import { cleanText, isBlank } from "../text/clean-text.ts";
import { readBlocks } from "./blocks.ts";
import { type RowFields, readLine, readLines, unwrapText } from "./values.ts";

export interface TextOptions extends SanitiseOptions {
  /** Called with the name of a field that holds a value from which no text can be read. */
  onTextless?: ((field: string) => unknown) | undefined;
}

interface GivenText {
  text: string;
  isHtml: boolean;
  /** True if some text may be missing. */
  isUnread: boolean;
}

const MAX_WORDS = 20_000;
/** The maximum number of characters of HTML read for a title or a summary, because cleaning it costs as much as cleaning an article. */
const MAX_HTML_OF_WORDS = 10_000;
const NO_TEXT: GivenText = { text: "", isHtml: false, isUnread: false };

/** Reads the text of a field: plain, in an object, or in blocks, which may be JSON inside a text. */
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

/** The beginning of JSON: `{"blocks"`, `[{`. */
const JSON_START = /^\s*(?:\{\s*"|\[\s*\{)/;

/** Parses a text that is the JSON of an array or an object; null for any other text. */
function blocksIn(text: string): unknown {
  if (!JSON_START.test(text)) return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The markup of clean HTML: `<p>`, `&amp;`. */
const MARKUP = /<[^<>]*>|&\w+;/g;

const hasWords = (html: string) => /[\p{L}\p{N}]/u.test(html.replace(MARKUP, ""));

/** The tags that end a line in clean HTML. Examples: `<br>`, `</p>`. */
const LINE_END = /<br>|<\/(?:p|li|h[2-6]|tr|d[td]|pre|figcaption|caption)>/g;

/** Returns the words of HTML without its tags, or the whole of a plain text; null if there are no words. */
function wordsOf({ text, isHtml }: GivenText, keepLines: boolean): string | null {
  if (!isHtml) return keepLines ? readLines(text) : readLine(text);
  // No base URL is needed, since the words contain no addresses.
  const html = sanitiseHtml(text.slice(0, MAX_HTML_OF_WORDS), { baseUrl: "" });
  const lines = keepLines ? html.split(LINE_END) : [html];
  const plain = lines.map((line) => readHtmlText(line as SafeHtml)).join("\n");
  const clean = cleanText(plain, { maxLength: MAX_WORDS, keepLines });
  return isBlank(clean) ? null : clean;
}

/** Recognises a list of texts, which may be tags and does not count as a text. */
const isListOfTexts = (value: unknown) => Array.isArray(value) && !value.some(isRecord);

/** Reads a title or a summary as words on one line, even if the source has HTML or blocks in the field. */
export const readWords = (value: unknown): string | null =>
  isListOfTexts(value) ? null : wordsOf(givenText(value), false);

/** An ampersand that HTML would write as `&amp;`. */
const BARE_AMPERSAND = /&(?!#?\w{2,10};)/;

/**
 * Reads a title as words. A text with a bare `&` is not HTML, so its tags are kept as words: `Tips & tricks for <b>bold</b>`. The tags
 * of a title with nothing else are kept too, such as a lesson on `<script>`: an item without a title could not be shown.
 */
export function readTitle(value: unknown): string | null {
  if (typeof value !== "string") return readWords(value);
  const plain = BARE_AMPERSAND.test(value) ? null : readWords(value);
  return plain ?? readLine(value);
}

export const readWordLines = (value: unknown): string | null =>
  isListOfTexts(value) ? null : wordsOf(givenText(value), true);

/** Reads the summary that an object has beside its text. */
export const readSummary = (value: unknown): string | null => {
  const [text] = [value].flat();
  return isRecord(text) ? readWords(text.summary) : null;
};

/** Reads the HTML of a field. With `isPlain`, angle brackets are text, unless the field looks like HTML. */
export function readRichText(
  row: RowFields,
  field: string,
  { isPlain = false, ...options }: TextOptions & { isPlain?: boolean },
): SafeHtml | null {
  const { text, isHtml, isUnread } = givenText(row.get(field));
  const escaped = text.replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const html = sanitiseHtml(isPlain && !isHtml ? escaped : text, options);
  if (html === "" && isUnread) options.onTextless?.(field);
  return html === "" ? null : html;
}
