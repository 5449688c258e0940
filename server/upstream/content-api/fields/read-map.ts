import { readWebAddress } from "../../web-address.ts";

export interface MapAddresses {
  /** May stand in a frame: https, an allowed host, its embed path. */
  embedUrl: string | null;
  /** Any other http(s) address: a plain link. */
  linkUrl: string | null;
}

const noMap: MapAddresses = { embedUrl: null, linkUrl: null };
const maxTextLength = 10_000;

/** Reads an address, or a whole `<iframe>` tag as people copy it, of which only `src` is used. */
export function readMap(value: unknown): MapAddresses {
  if (typeof value !== "string" || value.length > maxTextLength) return noMap;
  const text = /^\s*</.test(value) ? readFrameSource(value) : value;
  const address = text === null ? null : readWebAddress(text);
  if (address === null) return noMap;
  const embedUrl = readEmbedAddress(new URL(address));
  return embedUrl === null ? { embedUrl: null, linkUrl: address } : { embedUrl, linkUrl: null };
}

function readEmbedAddress(url: URL): string | null {
  if (url.protocol !== "https:" || url.port !== "") return null;
  const host = readMapHost(url);
  return host === null ? null : `https://${host}${url.pathname}${url.search}${url.hash}`;
}

/** The two hosts the content security policy frames; their other names redirect to them. */
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
  const source = /<iframe\s(?:[^>]*?\s)?src\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(
    markup,
  );
  const address = source?.[1] ?? source?.[2] ?? source?.[3];
  return address === undefined ? null : decodeEntities(address);
}

const entities: Readonly<Record<string, string>> = {
  amp: "&",
  quot: '"',
  apos: "'",
  lt: "<",
  gt: ">",
};

function decodeEntities(text: string): string {
  return text.replace(
    /&(?:(amp|quot|apos|lt|gt)|#(\d{1,3})|#x([\da-f]{1,2}));/gi,
    (entity, name, dec, hex) => {
      if (name !== undefined) return entities[String(name).toLowerCase()] ?? entity;
      return String.fromCharCode(dec === undefined ? Number.parseInt(hex, 16) : Number(dec));
    },
  );
}
