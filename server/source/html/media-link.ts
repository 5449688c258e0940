import { cleanText } from "../text/clean-text.ts";

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

/** The link to what a frame, a film or a sound shows: `title` is its text, with the name of the site. */
export function mediaLink(url: URL, title: string): { href: string; title: string } {
  const site = siteOf(url);
  const name = NO_TITLE.test(title) ? cleanText(fileOf(url), { maxLength: 300 }) : title;
  const isNamed = name !== "" && !name.includes(site);
  return { href: pageOf(url), title: isNamed ? `${name} (${site})` : name || site };
}
