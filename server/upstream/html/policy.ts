import sanitizeHtml from "sanitize-html";
import { cleanText } from "../clean-text.ts";
import { readLinkTarget } from "../web-url.ts";
import type { Attributes } from "./media.ts";
import { mediaTags, readImage, readMedia } from "./media.ts";

/** Tags that begin a block of their own and therefore end a paragraph. */
export const blockTags: ReadonlySet<string> = new Set([
  ...["p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "pre", "blockquote"],
  ...["ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption"],
  ...["table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td"],
]);

const readTags: ReadonlySet<string> = new Set([
  ...[...blockTags, ...mediaTags, "source", "picture", "noscript", "br", "img"],
  ...["a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "em", "i", "ins", "kbd", "mark"],
  ...["q", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var"],
]);

/** Blocks without a meaning in an article. They become `div`, since they separate two texts. */
const divisionTags: ReadonlySet<string> = new Set([
  ...["address", "article", "aside", "body", "center", "details", "fieldset", "footer", "form"],
  ...["header", "hgroup", "legend", "main", "nav", "section", "summary", "dir", "menu"],
]);

/** Removed with their content, which is not meant to be read. */
const removedTags: readonly string[] = [
  ...["script", "style", "textarea", "select", "option", "xmp", "template", "title", "noembed"],
  ...["noframes", "xml", "o:officedocumentsettings", "w:worddocument", "w:latentstyles"],
];

/** Names of other tags that a report may hold; any other name may be somebody's text. */
const namedTags: ReadonlySet<string> = new Set([
  ...removedTags,
  ...["html", "head", "meta", "link", "base", "font", "big", "tt", "nobr", "wbr", "marquee"],
  ...["svg", "math", "canvas", "map", "area", "param", "applet", "track", "frameset", "portal"],
  ...["input", "button", "label", "optgroup", "datalist", "output", "progress", "meter", "keygen"],
  ...["dialog", "slot", "time", "data", "ruby", "rb", "rt", "rp", "rtc", "search", "plaintext"],
]);

/** The value that comes out. The sanitiser leaves out an attribute whose value is empty, but for `alt`. */
type ReadValue = (value: string) => string;

const matching =
  (shape: RegExp): ReadValue =>
  (value) =>
    shape.test(value) ? value : "";
const lowerCase =
  (shape: RegExp): ReadValue =>
  (value) =>
    matching(shape)(value.toLowerCase());
const integer: ReadValue = (value) =>
  /^\s*-?\d{1,4}\s*$/.test(value) ? String(Number(value)) : "";
const span: ReadValue = (value) =>
  /^\s*0*(?:[1-9]\d?|100)\s*$/.test(value) ? String(Number(value)) : "";
const spans = { colspan: span, rowspan: span };

const everyTag: Readonly<Record<string, ReadValue>> = {
  lang: matching(/^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i),
  dir: lowerCase(/^(?:ltr|rtl|auto)$/),
};
const attributesOf = new Map<string, Readonly<Record<string, ReadValue>>>([
  ["abbr", { title: (value) => cleanText(value, { maxLength: 300 }) }],
  ["li", { value: integer }],
  ["ol", { start: integer, type: matching(/^[1aAiI]$/), reversed: () => "reversed" }],
  ["td", spans],
  ["th", { scope: lowerCase(/^(?:col|row|colgroup|rowgroup)$/), ...spans }],
]);

const readAttributes = (
  rules: Readonly<Record<string, ReadValue>>,
  given: Attributes,
): Attributes =>
  Object.fromEntries(
    Object.entries(rules)
      .filter(([name]) => Object.hasOwn(given, name))
      .map(([name, read]) => [name, read(given[name] ?? "")]),
  );

function readLink(given: Attributes, baseUrl: string): Attributes {
  const target = readLinkTarget(given.href ?? "", baseUrl);
  if (target === null) return {};
  return { href: target.href, rel: target.isExternal ? "noopener noreferrer" : "" };
}

const imageAttributes = ["src", "alt", "width", "height", "loading", "decoding"];
const linkAttributes = ["href", "title"];

/** The sanitiser checks again: no other attribute passes, whatever the functions above return. */
const allowedAttributes = {
  "*": Object.keys(everyTag),
  ...Object.fromEntries(Array.from(attributesOf, ([tag, rules]) => [tag, Object.keys(rules)])),
  a: ["href", "rel"],
  img: imageAttributes,
  source: [...linkAttributes, ...imageAttributes],
  ...Object.fromEntries([...mediaTags].map((tag) => [tag, linkAttributes])),
};

/** Deeper tags are removed and their text stays, so that later steps may recurse. */
const maxDepth = 60;

/**
 * HTML with tags that are read and their allowed attributes alone, every text and value escaped. The result is not yet
 * valid, and frames and films have the link that takes their place as their attributes.
 */
export function applyPolicy(
  html: string,
  { baseUrl, onDropped }: { baseUrl: string; onDropped: (tag: string) => void },
): string {
  return sanitizeHtml(html, {
    allowedTags: [...readTags],
    allowedAttributes,
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    nonTextTags: [...removedTags],
    nestingLimit: maxDepth,
    parseStyleAttributes: false,
    transformTags: {
      "*": (tag, given) => {
        const attribs = {
          ...readAttributes(everyTag, { ...given, lang: given.lang ?? given["xml:lang"] ?? "" }),
          ...readAttributes(attributesOf.get(tag) ?? {}, given),
          ...(tag === "a" ? readLink(given, baseUrl) : {}),
          ...(tag === "img" || tag === "source" ? readImage(given, baseUrl) : {}),
          ...(tag === "source" || mediaTags.has(tag) ? readMedia(given, baseUrl) : {}),
        };
        const tagName = renameTag(tag, attribs);
        if (!readTags.has(tagName)) onDropped(namedTags.has(tag) ? tag : "other");
        return { tagName, attribs };
      },
    },
  });
}

function renameTag(tag: string, attribs: Attributes): string {
  if (divisionTags.has(tag)) return "div";
  if (tag === "strike") return "s";
  return tag === "a" && !attribs.href ? "span" : tag;
}
