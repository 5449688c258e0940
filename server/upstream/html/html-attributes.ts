import { cleanText } from "../clean-text.ts";
import { readImageUrl, readLinkTarget } from "../web-url.ts";

export type Attributes = Record<string, string>;

/** The sanitiser checks again: no other attribute passes, whatever the functions below return. */
export const allowedAttributes: Record<string, string[]> = {
  "*": ["lang", "dir"],
  a: ["href", "rel"],
  abbr: ["title"],
  img: ["src", "alt", "width", "height", "loading", "decoding"],
  ol: ["start"],
  th: ["scope", "colspan", "rowspan"],
  td: ["colspan", "rowspan"],
};

/**
 * The allowed attributes of one tag, rewritten. A link or an image without a usable URL has only
 * `lang` and `dir`.
 */
export function keepAttributes(tag: string, given: Attributes, baseUrl: string): Attributes {
  const own = Object.hasOwn(readers, tag) ? readers[tag] : undefined;
  return { ...readDirection(given), ...own?.(given, baseUrl) };
}

const readers: Record<string, (given: Attributes, baseUrl: string) => Attributes> = {
  a: readLink,
  abbr: readTitle,
  img: readImage,
  ol: (given) => count("start", given.start, 9999),
  td: readSpan,
  th: (given) => ({ ...readScope(given), ...readSpan(given) }),
};

function readDirection(given: Attributes): Attributes {
  const attributes: Attributes = {};
  const lang = given.lang ?? given["xml:lang"] ?? "";
  if (/^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i.test(lang)) attributes.lang = lang;
  const direction = (given.dir ?? "").toLowerCase();
  if (["ltr", "rtl", "auto"].includes(direction)) attributes.dir = direction;
  return attributes;
}

function readLink(given: Attributes, baseUrl: string): Attributes {
  const target = readLinkTarget(given.href ?? "", baseUrl);
  if (target === null) return {};
  return target.isExternal
    ? { href: target.href, rel: "noopener noreferrer" }
    : { href: target.href };
}

function readImage(given: Attributes, baseUrl: string): Attributes {
  const src = readImageUrl(given.src ?? "", baseUrl);
  if (src === null || isTrackingPixel(given)) return {};
  return {
    src,
    alt: cleanText(given.alt ?? "", { maxLength: 1000 }),
    ...count("width", given.width, 10_000),
    ...count("height", given.height, 10_000),
    loading: "lazy",
    decoding: "async",
  };
}

function isTrackingPixel(given: Attributes): boolean {
  return [given.width, given.height].some((size) => /^\s*[01]\s*$/.test(size ?? ""));
}

function readTitle(given: Attributes): Attributes {
  const title = cleanText(given.title ?? "", { maxLength: 300 });
  return title === "" ? {} : { title };
}

function readScope(given: Attributes): Attributes {
  const scope = (given.scope ?? "").toLowerCase();
  return ["col", "row", "colgroup", "rowgroup"].includes(scope) ? { scope } : {};
}

function readSpan(given: Attributes): Attributes {
  return { ...count("colspan", given.colspan, 100), ...count("rowspan", given.rowspan, 100) };
}

function count(name: string, value: string | undefined, max: number): Attributes {
  const text = (value ?? "").trim();
  if (!/^\d{1,5}$/.test(text)) return {};
  const size = Number(text);
  return size >= 1 && size <= max ? { [name]: String(size) } : {};
}
