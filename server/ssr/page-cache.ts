import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { type Encoding, encode, encodeBest } from "./encoding.ts";

/** A whole page as ready bytes: what a hit sends needs no work beyond looking it up. */
export interface CachedPage {
  etag: string;
  bodies: Record<Encoding, Buffer>;
  /** Flat names and values for each coding, as `writeHead` takes them. */
  headers: Record<Encoding, readonly string[]>;
  /** Served without a thought until then; milliseconds. */
  freshUntilMs: number;
}

export interface PageCacheOptions {
  /** Bounds of what is kept, all codings counted. */
  maxBytes: number;
  /** The clock, milliseconds. */
  now: () => number;
}

export interface PageCache {
  get(key: string): CachedPage | undefined;
  /** Keeps a page; resolves when its small codings are there, the best ones follow behind. */
  keep(
    key: string,
    page: { bytes: Buffer; headers: readonly string[]; freshForMs: number },
  ): Promise<CachedPage>;
  /** Another page has taken its place, or none has. */
  drop(key: string): void;
  /** After a write: nothing kept is believed any more. */
  clear(): void;
  /** One refresh at a time for each key. */
  refreshing: Map<string, Promise<CachedPage | null>>;
  size(): { pages: number; bytes: number };
}

const ENCODINGS = ["identity", "gzip", "br"] as const;

const lengthOf = (bodies: CachedPage["bodies"]) =>
  ENCODINGS.reduce((sum, encoding) => sum + bodies[encoding].length, 0);

function headersFor(common: readonly string[], encoding: Encoding, body: Buffer): string[] {
  const length = ["content-length", String(body.length)];
  return encoding === "identity"
    ? [...common, ...length]
    : [...common, ...length, "content-encoding", encoding];
}

/** Makes an empty cache of rendered pages, bounded in bytes. */
export function createPageCache({ maxBytes, now }: PageCacheOptions): PageCache {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ bodies }) => lengthOf(bodies),
  });

  /** Small at once, best behind: nobody waits for the best. */
  async function improve(key: string, page: CachedPage, common: readonly string[]): Promise<void> {
    for (const encoding of ["br", "gzip"] as const) {
      const body = await encodeBest(page.bodies.identity, encoding);
      if (pages.peek(key) !== page || body.length >= page.bodies[encoding].length) continue;
      page.bodies[encoding] = body;
      page.headers[encoding] = headersFor(common, encoding, body);
    }
  }

  async function keep(
    key: string,
    {
      bytes,
      headers,
      freshForMs,
    }: { bytes: Buffer; headers: readonly string[]; freshForMs: number },
  ): Promise<CachedPage> {
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const freshUntilMs = now() + freshForMs;
    const known = pages.get(key);
    if (known?.etag === etag) {
      known.freshUntilMs = freshUntilMs;
      return known;
    }
    const [gzip, br] = await Promise.all([encode(bytes, "gzip"), encode(bytes, "br")]);
    const bodies = { identity: bytes, gzip, br };
    const common = [...headers, "etag", etag];
    const page: CachedPage = {
      etag,
      bodies,
      headers: {
        identity: headersFor(common, "identity", bytes),
        gzip: headersFor(common, "gzip", gzip),
        br: headersFor(common, "br", br),
      },
      freshUntilMs,
    };
    pages.set(key, page);
    void improve(key, page, common);
    return page;
  }

  return {
    get: (key) => pages.get(key),
    keep,
    drop: (key) => void pages.delete(key),
    clear: () => pages.clear(),
    refreshing: new Map(),
    size: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}
