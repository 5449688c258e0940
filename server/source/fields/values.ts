import { decodeHTMLStrict } from "entities";
import type { ItemLink, SafeHtml, Translation } from "../../../shared/model/item-fields.schema.ts";
import type { SourcePicture } from "../../../shared/model/picture.schema.ts";
import { isSlug } from "../../../shared/paths.ts";
import { isRecord } from "../../records.ts";
import { type SanitiseOptions, sanitiseHtml } from "../html/sanitise-html.ts";
import { cleanText, isBlank } from "../text/clean-text.ts";
import { detectLanguage } from "../text/language.ts";
import { readImageUrl } from "../text/web-url.ts";

export type RowFields = { get(name: string): unknown };

/** Returns the first usable value of the named fields. All fields are read, because a field that is never read is reported. */
export const firstUsable = <T>(
  row: RowFields,
  names: readonly string[],
  read: (value: unknown) => T | null,
): T | null => names.map((name) => read(row.get(name))).find((value) => value !== null) ?? null;

/**
 * Returns the text inside `{ rendered: "…" }`, `{ value: "…", format: "…" }`, or a list of one such object. Returns any other value
 * unchanged.
 */
export function unwrapText(value: unknown): unknown {
  const text: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  if (!isRecord(text)) return value;
  const isBlock = [text.type, text._type, text.nodeType].some((kind) => typeof kind === "string");
  const given = [text.rendered, text.processed, ...(isBlock ? [] : [text.value, text.html])];
  return given.find((one) => typeof one === "string") ?? value;
}

/** Reads visible plain text, or null. Entities (`&#8217;`) are decoded once, because a CMS encodes them even in titles and names. */
function readPlain(value: unknown, keepLines: boolean): string | null {
  const given = unwrapText(value);
  if (typeof given !== "string") return null;
  const text = cleanText(decodeHTMLStrict(given), { maxLength: 20_000, keepLines });
  return isBlank(text) ? null : text;
}

export const readLine = (value: unknown) => readPlain(value, false);
export const readLines = (value: unknown) => readPlain(value, true);

export const readName = (value: unknown) =>
  (isRecord(value) ? readLine(value.name) : null) ?? readLine(value);

const maxNames = 200;
export function readNames(value: unknown): string[] | null {
  const given: unknown[] = Array.isArray(value) ? value.slice(0, maxNames) : [];
  const names = new Set(given.map(readName).filter((name) => name !== null));
  return names.size === 0 ? null : [...names];
}

/** Reads tags, which come as a list or as one comma-separated text. */
export const readTags = (value: unknown) =>
  readNames(typeof value === "string" ? value.split(",", maxNames) : value);

/** Reads an id; `110` and `"110"` are the same id. */
export const readId = (value: unknown): string | null =>
  readSlug(Number.isSafeInteger(value) ? String(value) : value);

/** Compares two names, ignoring case: a source whose database ignores case may return a slug in another case than requested. */
export const isSameName = (one: string, other: string) =>
  one.normalize().toLowerCase() === other.normalize().toLowerCase();

/** Reads a slug; null for a value that cannot be part of a URL. */
export function readSlug(value: unknown): string | null {
  const slug = typeof value === "string" ? value.trim() : "";
  return isSlug(slug) ? slug : null;
}

/** Reads a whole number of zero or more, also from text with separated thousands (`1,204`). */
export function readCount(value: unknown): number | null {
  const text = typeof value === "number" || typeof value === "string" ? String(value).trim() : "";
  const isCount = /^\d{1,15}$/.test(text) || /^\d{1,3}(?:[,\s']\d{3}){1,4}$/.test(text);
  return isCount ? Number(text.replace(/\D/g, "")) : null;
}

const YES: ReadonlySet<string> = new Set(["true", "1", "yes", "y", "ndiyo"]);

export function readFlag(value: unknown): boolean {
  if (typeof value === "string") return YES.has(value.trim().toLowerCase());
  return value === true || value === 1;
}

export const readHtml = (value: unknown, options: SanitiseOptions): SafeHtml | null =>
  typeof value === "string" ? sanitiseHtml(value, options) || null : null;

/** Reads a picture from a text or an object with `public_url`; null without the URL of an image. */
export function readImage(value: unknown, baseUrl: string): SourcePicture | null {
  const image = isRecord(value) ? value : { public_url: value };
  const given = image.public_url;
  const url = typeof given === "string" ? readImageUrl(given, baseUrl) : null;
  if (url === null) return null;
  const alt = readLine(image.alt) ?? readLine(image.alt_text) ?? "";
  const [width = null, height = null] = [image.width, image.height].map((given) => {
    const pixels = readCount(given) ?? 0;
    return pixels >= 1 && pixels <= 20_000 ? pixels : null;
  });
  return { url, alt, width, height };
}

const maxLinks = 50;

/** Reads related items, each id once. In a list of its own kind, the item itself (`self`) is left out. */
export function readLinks(
  value: unknown,
  self?: { id: string; slug: string },
  readTitle: (title: unknown) => string | null = readLine,
): ItemLink[] {
  const links = new Map<string, ItemLink>();
  for (const row of Array.isArray(value) ? value.slice(0, maxLinks * 4).filter(isRecord) : []) {
    const [slug, title] = [readSlug(row.slug), readTitle(row.title)];
    if (slug === null || title === null || slug === self?.slug) continue;
    const id = readId(row.id) ?? slug;
    if (id !== self?.id && !links.has(id)) links.set(id, { id, slug, title });
  }
  return [...links.values()].slice(0, maxLinks);
}

const MAX_TRANSLATIONS = 20;

/**
 * Reads the translations of an item: a list of rows with a language and a slug, or an object of slugs or such rows by language. Other
 * values, such as ids alone, name no page.
 */
export function readTranslations(
  value: unknown,
  self: { slug: string; language: string | null },
): Translation[] {
  const entries: [unknown, unknown][] = Array.isArray(value)
    ? value.filter(isRecord).map((row) => [readStatedLanguage({ get: (name) => row[name] }), row])
    : Object.entries(isRecord(value) ? value : {});
  const read = new Map<string, Translation>();
  for (const [given, row] of entries.slice(0, MAX_TRANSLATIONS)) {
    const language = detectLanguage(readLine(given), []);
    const slug = readSlug(isRecord(row) ? row.slug : row);
    const isOther = language !== null && language !== self.language && slug !== self.slug;
    if (isOther && slug !== null && !read.has(language)) read.set(language, { language, slug });
  }
  return [...read.values()];
}

/** Reads the language that a row states. */
function readStatedLanguage(row: RowFields): string | null {
  const names = [
    "language",
    "lang",
    "locale",
    "inLanguage",
    "langcode",
    "language_code",
    "languageCode",
    "lang_code",
  ];
  // The language may be `sw-TZ`, `Kiswahili` or `{ "code": "sw" }`. A list counts only with a single value.
  return firstUsable(row, names, (given) => {
    const [value, ...others] = [given].flat();
    if (others.length > 0) return null;
    if (!isRecord(value)) return readLine(value);
    const { code, value: own, id, alternateName, name } = value;
    return [code, own, id, alternateName, name].map(readLine).find((text) => text !== null) ?? null;
  });
}

export const readLanguage = (row: RowFields, texts: readonly (string | null)[]): string | null =>
  detectLanguage(readStatedLanguage(row), texts);
