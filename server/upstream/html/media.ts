import { cleanText } from "../clean-text.ts";
import { readImageUrl, readWebUrl } from "../web-url.ts";

export type Attributes = Record<string, string>;

/** A link takes their place. */
export const mediaTags: ReadonlySet<string> = new Set([
  ...["iframe", "frame", "embed", "object", "oembed", "video", "audio"],
]);

/** Where scripts that load pictures and frames late look for the address: `src` is a stand-in then. */
const LATE = [
  "data-src",
  "data-lazy-src",
  "data-original",
  "data-orig-src",
  "data-cookieblock-src",
];
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
export function readImage(given: Attributes, baseUrl: string): Attributes {
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

/** Names of sites, by host and path. */
const SITES: readonly [name: string, address: RegExp][] = [
  ["YouTube", /^(?:[\w-]+\.)*(?:youtube(?:-nocookie)?\.com|youtu\.be)\//],
  ["Vimeo", /^(?:[\w-]+\.)*vimeo\.com\//],
  ["SoundCloud", /^(?:[\w-]+\.)*soundcloud\.com\//],
  ["Spotify", /^(?:[\w-]+\.)*spotify\.com\//],
  ["Facebook", /^(?:[\w-]+\.)*facebook\.com\//],
  ["Google Maps", /^(?:maps\.google\.com\/|(?:[\w-]+\.)*google\.com\/maps)/],
  ["OpenStreetMap", /^(?:[\w-]+\.)*openstreetmap\.org\//],
];

const siteOf = ({ host, pathname }: URL): string =>
  SITES.find(([, address]) => address.test(host + pathname))?.[0] ?? host.replace(/^www\./, "");

/** The page of a video: its player shows an error where it is no frame. */
function pageOf({ host, pathname, href, searchParams }: URL): string {
  const address = host + pathname;
  const [, clip] =
    /^(?:[\w-]+\.)*youtube(?:-nocookie)?\.com\/(?:embed|v)\/([\w-]+)/.exec(address) ?? [];
  const list = searchParams.get("list") ?? "";
  if (clip === "videoseries")
    return `https://www.youtube.com/playlist?${new URLSearchParams({ list })}`;
  if (clip !== undefined) return `https://www.youtube.com/watch?v=${clip}`;
  const [, film] = /^player\.vimeo\.com\/video\/(\d+)/.exec(address) ?? [];
  const [key = ""] = /^\w+$/.exec(searchParams.get("h") ?? "") ?? [];
  return film === undefined
    ? href
    : `https://vimeo.com/${[film, key].join("/").replace(/\/$/, "")}`;
}

/** What a frame is called when nobody has given it a title. */
const NO_TITLE = /^(?:(?:youtube|vimeo|embedded)\s+)?(?:video|audio|media)?\s*(?:player)?$/i;

/** The name of an uploaded file, which says more than its site. */
function fileOf({ pathname }: URL): string {
  const [name = ""] = /[^/]+\.(?!html?$|php$|aspx?$)[a-z][a-z\d]{1,3}$/i.exec(pathname) ?? [];
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/**
 * The link that takes the place of a frame, a film or a sound: `title` is its text, with the name of the site. Empty
 * without a usable address.
 */
export function readMedia(given: Attributes, baseUrl: string): Attributes {
  const address = [...addressesOf(given), given.data, given.url]
    .map((text = "") => readWebUrl(text) ?? readImageUrl(text, baseUrl))
    .find((url) => url !== null);
  const isHidden = isUnseen(given) || /display\s*:\s*none/i.test(given.style ?? "");
  if (address === undefined || address === null || isHidden) return {};
  const url = new URL(address);
  const site = siteOf(url);
  const title = cleanText(given.title ?? given["aria-label"] ?? "", { maxLength: 300 });
  const name = NO_TITLE.test(title) ? cleanText(fileOf(url), { maxLength: 300 }) : title;
  const isNamed = name !== "" && !name.includes(site);
  return { href: pageOf(url), title: isNamed ? `${name} (${site})` : name || site };
}
