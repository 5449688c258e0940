import { cleanText, isBlank } from "../../clean-text.ts";

const maxLineLength = 2000;
const maxTextLength = 20_000;

/** One line of plain text, not decoded; null when it is no text or nothing in it is visible. */
export function readLine(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = cleanText(value, { maxLength: maxLineLength });
  return isBlank(text) ? null : text;
}

/** Plain text whose line breaks stay. */
export function readLines(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = cleanText(value, { maxLength: maxTextLength, keepLines: true });
  return isBlank(text) ? null : text;
}

/** A paragraph of plain text on one line, such as an excerpt. */
export function readParagraph(value: unknown): string | null {
  if (typeof value !== "string") return null;
  const text = cleanText(value, { maxLength: maxTextLength });
  return isBlank(text) ? null : text;
}

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
