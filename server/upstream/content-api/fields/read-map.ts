import { decodeHTMLStrict } from "entities";
import { readLinkUrl } from "../../web-url.ts";

export interface MapUrls {
  /** For an iframe: https, an allowed host, its embed path. */
  embedUrl: string | null;
  /** Any other http(s) URL, for a plain link. */
  linkUrl: string | null;
}

const noMap: MapUrls = { embedUrl: null, linkUrl: null };
const maxTextLength = 10_000;

/** Reads a URL, or the `src` of a whole `<iframe>` tag. */
export function readMap(value: unknown): MapUrls {
  if (typeof value !== "string" || value.length > maxTextLength) return noMap;
  const text = /^\s*</.test(value) ? readFrameSource(value) : value;
  const url = text === null ? null : readLinkUrl(text);
  if (url === null) return noMap;
  const embedUrl = readEmbedUrl(new URL(url));
  return embedUrl === null ? { embedUrl: null, linkUrl: url } : { embedUrl, linkUrl: null };
}

function readEmbedUrl(url: URL): string | null {
  if (url.protocol !== "https:" || url.port !== "") return null;
  const host = readMapHost(url);
  return host === null ? null : `https://${host}${url.pathname}${url.search}${url.hash}`;
}

/** The two hosts that the content security policy allows in frames; their other names redirect to them. */
function readMapHost({ hostname, pathname }: URL): string | null {
  if (["www.google.com", "google.com", "maps.google.com"].includes(hostname)) {
    return /^\/maps\/embed(?:\/|$)/.test(pathname) ? "www.google.com" : null;
  }
  if (["www.openstreetmap.org", "openstreetmap.org"].includes(hostname)) {
    return pathname === "/export/embed.html" ? "www.openstreetmap.org" : null;
  }
  return null;
}

function readFrameSource(markup: string): string | null {
  const match = /<iframe\s(?:[^>]*?\s)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(markup);
  const url = match?.[1] ?? match?.[2] ?? match?.[3];
  return url === undefined ? null : decodeHTMLStrict(url);
}
