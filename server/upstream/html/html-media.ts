import { cleanText } from "../clean-text.ts";
import { readImageUrl, readWebUrl } from "../web-url.ts";
import { addressesOf } from "./html-addresses.ts";

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

/** Frames of no size are for counting visitors. */
const isHidden = ({ width, height, style = "" }: Readonly<Record<string, string>>) =>
  [width, height].some((size) => /^\s*[01]\s*$/.test(size ?? "")) ||
  /display\s*:\s*none/i.test(style);

/**
 * The link that takes the place of a frame, a film or a sound: `title` is its text, with the name of the site. Empty
 * without a usable address.
 */
export function readMedia(
  given: Readonly<Record<string, string>>,
  baseUrl: string,
): { href?: string; title?: string } {
  const address = [...addressesOf(given), given.data, given.url]
    .map((text = "") => readWebUrl(text) ?? readImageUrl(text, baseUrl))
    .find((url) => url !== null);
  if (address === undefined || address === null || isHidden(given)) return {};
  const url = new URL(address);
  const site = siteOf(url);
  const title = cleanText(given.title ?? given["aria-label"] ?? "", { maxLength: 300 });
  const name = NO_TITLE.test(title) ? cleanText(fileOf(url), { maxLength: 300 }) : title;
  const isNamed = name !== "" && !name.includes(site);
  return { href: pageOf(url), title: isNamed ? `${name} (${site})` : name || site };
}
