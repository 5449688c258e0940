import { unescape as decoded } from "node:querystring";
import sanitizeHtml from "sanitize-html";
import { cleanText } from "../text/clean-text.ts";
import { splitNames } from "../text/split-names.ts";
import { readHref, readImageUrl, readWebUrl } from "../text/web-url.ts";

type Attributes = Record<string, string>;

/** The media elements, which are replaced with a link. */
export const mediaTags = new Set(splitNames("iframe frame embed object oembed video audio"));

/** The tags that begin a block and therefore end a paragraph. */
export const blockTags = new Set(
  splitNames(
    "p div h1 h2 h3 h4 h5 h6 hr pre blockquote ul ol li dl dt dd figure figcaption",
    "table caption thead tbody tfoot tr th td",
  ),
);

const inlineTags = splitNames(
  "a abbr b bdi bdo br cite code del em i img ins kbd mark noscript picture q s samp small source span",
  "strong sub sup u var",
);
const readTags = new Set([...blockTags, ...mediaTags, ...inlineTags]);

/** The blocks without a meaning in an article. Each becomes a `div`, to keep its text apart from its neighbours. */
const divisionTags = new Set(
  splitNames(
    "address article aside body center details dir fieldset footer form header hgroup legend main",
    "menu nav section summary",
  ),
);

/** The tags that are removed together with their content, which is not meant for readers. */
const removedTags = splitNames(
  "script style textarea select option xmp template title noembed noframes xml",
  "o:officedocumentsettings w:worddocument w:latentstyles",
);

/** The other tag names that a report may quote. Any other name may be text that somebody typed. */
const namedTags = new Set([
  ...removedTags,
  ...splitNames(
    "html head meta link base font big tt nobr wbr marquee svg math canvas map area param applet",
    "track frameset portal input button label optgroup datalist output progress meter keygen",
    "dialog slot time data ruby rb rt rp rtc search plaintext",
  ),
]);

/** A style of normal weight: `font-weight:normal`, `color:red; font-weight: normal`. */
const NORMAL_WEIGHT = /(?:^|;)\s*font-weight:\s*normal/i;

const anyTag: Readonly<Record<string, RegExp>> = {
  lang: /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i,
  dir: /^(?:ltr|rtl|auto)$/i,
};
const spans = { colspan: /^[1-9]\d?$/, rowspan: /^[1-9]\d?$/ };
/** The attributes of single tags, with the allowed values. A value whose pattern ignores case is stored in lower case. */
const valuesOf = new Map<string, Readonly<Record<string, RegExp>>>([
  ["abbr", { title: /./ }],
  ["li", { value: /^-?\d{1,4}$/ }],
  ["ol", { start: /^-?\d{1,4}$/, type: /^[1aAiI]$/, reversed: /^reversed$/ }],
  ["td", spans],
  ["th", { scope: /^(?:col|row|colgroup|rowgroup)$/i, ...spans }],
]);

const shapesOfAny = Object.entries(anyTag);
/** The attributes of the tags in `valuesOf`, merged with those of every tag. Merged only once, because an article has thousands of tags. */
const shapesOf = new Map(
  [...valuesOf].map(([tag, own]) => [tag, [...shapesOfAny, ...Object.entries(own)]]),
);

function readAttributes(tag: string, given: Attributes): Attributes {
  const attributes: Attributes = {};
  for (const [name, shape] of shapesOf.get(tag) ?? shapesOfAny) {
    const sent = given[name];
    if (!sent) continue;
    const value = cleanText(sent, { maxLength: 300 });
    if (shape.test(value)) attributes[name] = shape.ignoreCase ? value.toLowerCase() : value;
  }
  return attributes;
}

/**
 * Returns HTML with only allowed tags and attributes, all escaped, but not yet valid. Frames and films have the link that will replace
 * them.
 */
export function applyPolicy(
  html: string,
  { baseUrl, onDropped }: { baseUrl: string; onDropped: (tag: string) => unknown },
): string {
  return sanitizeHtml(html, {
    allowedTags: [...readTags],
    // No other attribute passes, whatever the functions below return. Empty attributes are dropped, except `alt`.
    allowedAttributes: {
      "*": splitNames(
        "lang dir href rel title src alt width height loading decoding",
        "value start type reversed colspan rowspan scope",
      ),
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesAppliedToAttributes: ["href", "src"],
    allowProtocolRelative: false,
    nonTextTags: removedTags,
    // Text in deeper tags is kept. The limit is needed because later steps may recurse.
    nestingLimit: 60,
    parseStyleAttributes: false,
    transformTags: {
      "*": (tag, { "xml:lang": lang = "", reversed, ...rest }) => {
        const given = { lang, ...rest, ...(reversed !== undefined && { reversed: "reversed" }) };
        const attribs = readAttributes(tag, given);
        if (tag === "a") Object.assign(attribs, readLink(given, baseUrl));
        if (tag === "img" || tag === "source") Object.assign(attribs, readImage(given, baseUrl));
        if (tag === "source" || mediaTags.has(tag))
          Object.assign(attribs, readMedia(given, baseUrl));
        // Google Docs wraps everything that is copied in a `b` of normal weight.
        const isPlain = tag === "b" && NORMAL_WEIGHT.test(rest.style ?? "");
        const tagName = isPlain ? "span" : renameTag(tag, attribs);
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

function readLink(given: Attributes, baseUrl: string): Attributes {
  const href = readHref(given.href ?? "", baseUrl);
  if (href === null) return {};
  return { href, rel: href.startsWith("http") ? "noopener noreferrer" : "" };
}

/** The attributes in which lazy-loading scripts keep the address while `src` holds a placeholder. */
const LATE = splitNames("data-src data-lazy-src data-original data-orig-src data-cookieblock-src");

/** Returns the addresses of a picture or a frame, best first. */
const addressesOf = (given: Attributes): string[] =>
  [
    ...LATE.map((name) => given[name]),
    largestOf(given["data-srcset"]),
    largestOf(given["data-lazy-srcset"]),
    given.src,
    largestOf(given.srcset),
  ].filter((address) => address !== undefined);

/** A picture of a `srcset`, with its width or density: `tap.jpg 640w`, `tap-2x.jpg 2x`. */
const CANDIDATE = /(?<![^\s,])(?!,)(\S*[^\s,])(?:\s+([\d.]+)[wx])?\s*(?:,|$)/g;

function largestOf(set = ""): string | undefined {
  const candidates = set.slice(0, 8_000).matchAll(CANDIDATE);
  return Array.from(candidates, ([, url, size = "1"]) => ({ url, size: Number(size) })).sort(
    (a, b) => b.size - a.size,
  )[0]?.url;
}

/** Recognises tracking pixels and frames by their size. */
const isUnseen = ({ width, height }: Attributes) =>
  [width, height].some((size) => /^\s*[01]\s*$/.test(size ?? ""));

function readImage(given: Attributes, baseUrl: string): Attributes {
  const alt = cleanText(given.alt ?? "", { maxLength: 1000 });
  const src = addressesOf(given)
    .map((address) => readImageUrl(address, baseUrl))
    .find((url) => url !== null);
  if (src === undefined || isUnseen(given)) return { alt };
  const pixels = (size = "") => (/^[1-9]\d{0,3}$/.test(size.trim()) ? size.trim() : "");
  const [width, height] = [pixels(given.width), pixels(given.height)];
  return { src, alt, width, height, loading: "lazy", decoding: "async" };
}

/** Returns the link that replaces the address of a film or a sound; null for any other address. */
export function readMediaLink(address: string): Attributes | null {
  const url = URL.parse(readWebUrl(address) ?? "");
  const isOfMedia = url !== null && (isMediaFile(url) || siteNameOf(url) !== undefined);
  return isOfMedia ? readMedia({ src: address }, address) : null;
}

/** The ending of a film or a sound: `.mp4`, `.ogg`. */
const MEDIA_ENDING = /\.(?:mp[34]|m4[av]|webm|mov|og[agv]|wav)$/i;

const isMediaFile = ({ pathname }: URL) => MEDIA_ENDING.test(pathname);

/** The name of a file at the end of a path, but not of a page: `interview.mp3`, `report.pdf`; not `index.html`. */
const UPLOADED_NAME = /(?<![^/])[^/]+\.(?!html?$|php$|aspx?$)[a-z][a-z\d]{1,3}$/i;

function readMedia(given: Attributes, baseUrl: string): Attributes {
  const address = [...addressesOf(given), given.data, given.url]
    .map((text = "") => readWebUrl(text) ?? readImageUrl(text, baseUrl))
    .find((url) => url !== null);
  const isHidden = isUnseen(given) || /display\s*:\s*none/i.test(given.style ?? "");
  if (!address || isHidden) return {};
  const url = new URL(address);
  const site = siteOf(url);
  // The name of an uploaded file says more than the name of the site.
  const [file = ""] = UPLOADED_NAME.exec(url.pathname) ?? [];
  const title = given.title || given["aria-label"] || decoded(file);
  const name = cleanText(title, { maxLength: 300 });
  const isNamed = name !== "" && !name.includes(site);
  return { href: pageOf(url), title: isNamed ? `${name} (${site})` : name || site };
}

/** The sites of films, sounds and maps, with their domains. */
const SITES: Readonly<Record<string, readonly string[]>> = {
  YouTube: ["youtube.com", "youtube-nocookie.com", "youtu.be"],
  Vimeo: ["vimeo.com"],
  SoundCloud: ["soundcloud.com"],
  Spotify: ["spotify.com"],
  Dailymotion: ["dailymotion.com", "dai.ly"],
  TikTok: ["tiktok.com"],
  Facebook: ["facebook.com"],
  OpenStreetMap: ["openstreetmap.org"],
};

const isWithin = (host: string, domain: string): boolean =>
  host === domain || host.endsWith(`.${domain}`);

function siteNameOf({ host, pathname }: URL): string | undefined {
  if (host === "maps.google.com") return "Google Maps";
  if (isWithin(host, "google.com") && pathname.startsWith("/maps")) return "Google Maps";
  const found = Object.entries(SITES).find(([, domains]) =>
    domains.some((domain) => isWithin(host, domain)),
  );
  return found?.[0];
}

const siteOf = (url: URL): string => siteNameOf(url) ?? url.host.replace(/^www\./, "");

/** The path of a player of YouTube: `/embed/dQw4w9WgXcQ`, `/v/dQw4w9WgXcQ`. */
const YOUTUBE_PLAYER = /^\/(?:embed|v)\/([\w-]+)/;

/** Returns the page of a video, because the address of an embedded player shows an error outside a frame. */
function pageOf({ host, pathname, href, searchParams }: URL): string {
  const isYouTube = isWithin(host, "youtube.com") || isWithin(host, "youtube-nocookie.com");
  const [, clip] = (isYouTube && YOUTUBE_PLAYER.exec(pathname)) || [];
  const list = searchParams.get("list") ?? "";
  if (clip === "videoseries")
    return `https://www.youtube.com/playlist?${new URLSearchParams({ list })}`;
  if (clip !== undefined) return `https://www.youtube.com/watch?v=${clip}`;
  const [, film] = /^player\.vimeo\.com\/video\/(\d+)/.exec(host + pathname) ?? [];
  // The address of an unlisted film needs a key.
  const [key] = /^\w+$/.exec(searchParams.get("h") ?? "") ?? [];
  return film === undefined ? href : `https://vimeo.com/${film}${key ? `/${key}` : ""}`;
}
