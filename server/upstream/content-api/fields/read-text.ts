import { decodeHTMLStrict } from "entities";
import { type CleanTextOptions, cleanText, isBlank } from "../../clean-text.ts";

const maxLineLength = 2000;
const maxTextLength = 20_000;

/**
 * Plain text; null when it is none or nothing in it is visible. Entities (`&#8217;`) are decoded once: a CMS that
 * makes HTML encodes them in its titles and names too.
 */
function readPlain(value: unknown, options: CleanTextOptions): string | null {
  if (typeof value !== "string") return null;
  const text = cleanText(decodeHTMLStrict(value), options);
  return isBlank(text) ? null : text;
}

/** One line, such as a title. */
export const readLine = (value: unknown) => readPlain(value, { maxLength: maxLineLength });

/** Plain text whose line breaks stay. */
export const readLines = (value: unknown) =>
  readPlain(value, { maxLength: maxTextLength, keepLines: true });

/** A paragraph on one line, such as an excerpt. */
export const readParagraph = (value: unknown) => readPlain(value, { maxLength: maxTextLength });

/** A text, or the `name` of an object. */
export function readName(value: unknown): string | null {
  return readLine(isRecord(value) ? value.name : value);
}

/** A list of unique names; null when there is none. */
export function readNames(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const names = new Set<string>();
  for (const entry of value.slice(0, maxNames)) {
    const name = readName(entry);
    if (name !== null) names.add(name);
  }
  return names.size === 0 ? null : [...names];
}

/** Tags come as a list or as one comma-separated text. */
export function readTags(value: unknown): string[] | null {
  return readNames(typeof value === "string" ? value.split(",", maxNames) : value);
}

const maxNames = 200;

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
