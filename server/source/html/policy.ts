import sanitizeHtml from "sanitize-html";
import { cleanText } from "../text/clean-text.ts";
import { readHref, readImageUrl, readWebUrl } from "../text/web-url.ts";
import { mediaLink } from "./media-link.ts";

export type Attributes = Record<string, string>;

const namesIn = (...lines: readonly string[]): readonly string[] => lines.join(" ").split(" ");

/** A link takes their place. */
export const mediaTags: ReadonlySet<string> = new Set(
  namesIn("iframe frame embed object oembed video audio"),
);

/** Tags that begin a block of their own and therefore end a paragraph. */
export const blockTags: ReadonlySet<string> = new Set(
  namesIn(
    "p div h1 h2 h3 h4 h5 h6 hr pre blockquote ul ol li dl dt dd figure figcaption",
    "table caption thead tbody tfoot tr th td",
  ),
);

const inlineTags = namesIn(
  "a abbr b bdi bdo br cite code del em i img ins kbd mark q s samp small span strong sub sup u var",
);
const readTags: ReadonlySet<string> = new Set([
  ...[...blockTags, ...mediaTags, ...inlineTags, "source", "picture", "noscript"],
]);

/** Blocks without a meaning in an article. They become `div`, since they separate two texts. */
const divisionTags: ReadonlySet<string> = new Set(
  namesIn(
    "address article aside body center details dir fieldset footer form header hgroup legend main",
    "menu nav section summary",
  ),
);

/** Removed with their content, which is not meant to be read. */
const removedTags = namesIn(
  "script style textarea select option xmp template title noembed noframes xml",
  "o:officedocumentsettings w:worddocument w:latentstyles",
);

/** Names of other tags that a report may hold; any other name may be somebody's text. */
const namedTags: ReadonlySet<string> = new Set([
  ...removedTags,
  ...namesIn(
    "html head meta link base font big tt nobr wbr marquee svg math canvas map area param applet",
    "track frameset portal input button label optgroup datalist output progress meter keygen",
    "dialog slot time data ruby rb rt rp rtc search plaintext",
  ),
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
  const href = readHref(given.href ?? "", baseUrl);
  if (href === null) return {};
  return { href, rel: href.startsWith("http") ? "noopener noreferrer" : "" };
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

/** Where scripts that load pictures and frames late look for the address: `src` is a stand-in then. */
const LATE = namesIn("data-src data-lazy-src data-original data-orig-src data-cookieblock-src");
const LONGEST_SET = 8_000;

/** The addresses of a picture or a frame, best first. */
const addressesOf = (given: Attributes): string[] =>
  [
    ...LATE.map((name) => given[name]),
    largestOf(given["data-srcset"]),
    largestOf(given["data-lazy-srcset"]),
    given.src,
    largestOf(given.srcset),
  ].filter((address) => address !== undefined);

function largestOf(set = ""): string | undefined {
  const candidates = set
    .slice(0, LONGEST_SET)
    .matchAll(/(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g);
  return Array.from(candidates, ([, url, size = "1"]) => ({ url, size: Number(size) })).sort(
    (a, b) => b.size - a.size,
  )[0]?.url;
}

/** Pictures and frames of no size are for counting visitors. */
const isUnseen = ({ width, height }: Attributes) =>
  [width, height].some((size) => /^\s*[01]\s*$/.test(size ?? ""));

/** Without `src` when there is no usable address. */
function readImage(given: Attributes, baseUrl: string): Attributes {
  const alt = cleanText(given.alt ?? "", { maxLength: 1000 });
  const src = addressesOf(given)
    .map((address) => readImageUrl(address, baseUrl))
    .find((url) => url !== null);
  if (src === undefined || isUnseen(given)) return { alt };
  const [width, height] = [pixels(given.width), pixels(given.height)];
  return { src, alt, width, height, loading: "lazy", decoding: "async" };
}

const pixels = (size = "") =>
  /^\s*\d{1,5}\s*$/.test(size) && Number(size) >= 1 && Number(size) <= 10_000
    ? String(Number(size))
    : "";

/** The link that takes the place of a frame, a film or a sound. Empty without a usable address. */
function readMedia(given: Attributes, baseUrl: string): Attributes {
  const address = [...addressesOf(given), given.data, given.url]
    .map((text = "") => readWebUrl(text) ?? readImageUrl(text, baseUrl))
    .find((url) => url !== null);
  const isHidden = isUnseen(given) || /display\s*:\s*none/i.test(given.style ?? "");
  if (address === undefined || address === null || isHidden) return {};
  const title = cleanText(given.title ?? given["aria-label"] ?? "", { maxLength: 300 });
  return mediaLink(new URL(address), title);
}
