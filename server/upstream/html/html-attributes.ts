import { cleanText } from "../clean-text.ts";
import { readImageUrl, readLinkTarget } from "../web-url.ts";
import { addressesOf } from "./html-addresses.ts";
import { readMedia } from "./html-media.ts";
import { mediaTags } from "./html-tags.ts";

export type Attributes = Record<string, string>;

/** The sanitiser checks again: no other attribute passes, whatever the functions below return. */
export const allowedAttributes: Record<string, string[]> = {
  "*": ["lang", "dir"],
  a: ["href", "rel"],
  abbr: ["title"],
  img: ["src", "alt", "width", "height", "loading", "decoding"],
  li: ["value"],
  ol: ["start", "type", "reversed"],
  th: ["scope", "colspan", "rowspan"],
  td: ["colspan", "rowspan"],
  ...Object.fromEntries([...mediaTags].map((tag) => [tag, ["href", "title"]])),
  source: ["href", "title", "src", "alt", "width", "height", "loading", "decoding"],
};

/**
 * The allowed attributes of one tag, rewritten. A link or an image without a usable URL has no URL.
 */
export function keepAttributes(tag: string, given: Attributes, baseUrl: string): Attributes {
  const own = Object.hasOwn(readers, tag) ? readers[tag] : undefined;
  return { ...readDirection(given), ...own?.(given, baseUrl) };
}

const readers: Record<string, (given: Attributes, baseUrl: string) => Attributes> = {
  a: readLink,
  abbr: readTitle,
  img: readImage,
  li: (given) => integer("value", given.value),
  ol: readList,
  source: (given, baseUrl) => ({ ...readImage(given, baseUrl), ...readMedia(given, baseUrl) }),
  ...Object.fromEntries([...mediaTags].map((tag) => [tag, readMedia])),
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
  const alt = cleanText(given.alt ?? "", { maxLength: 1000 });
  const src = addressesOf(given)
    .map((address) => readImageUrl(address, baseUrl))
    .find((url) => url !== null);
  if (src === undefined || isTrackingPixel(given)) return { alt };
  return {
    src,
    alt,
    ...count("width", given.width, 10_000),
    ...count("height", given.height, 10_000),
    loading: "lazy",
    decoding: "async",
  };
}

function readList(given: Attributes): Attributes {
  return {
    ...integer("start", given.start),
    ...(/^[1aAiI]$/.test(given.type ?? "") ? { type: given.type ?? "" } : {}),
    ...(given.reversed === undefined ? {} : { reversed: "reversed" }),
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

function integer(name: string, value: string | undefined): Attributes {
  const text = (value ?? "").trim();
  return /^-?\d{1,4}$/.test(text) ? { [name]: String(Number(text)) } : {};
}

function count(name: string, value: string | undefined, max: number): Attributes {
  const text = (value ?? "").trim();
  if (!/^\d{1,5}$/.test(text)) return {};
  const size = Number(text);
  return size >= 1 && size <= max ? { [name]: String(size) } : {};
}
