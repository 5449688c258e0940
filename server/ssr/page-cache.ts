import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { type Encoding, encode, encodeBest } from "./encoding.ts";

/** A whole page as ready bytes: what a hit sends needs no work beyond looking it up. */
export interface CachedPage {
  etag: string;
  bodies: Record<Encoding, Buffer>;
  /** Flat names and values for each coding, as `writeHead` takes them. */
  headers: Record<Encoding, readonly string[]>;
  /** Served without a thought until then; milliseconds. */
  freshUntilMs: number;
  /** Which of the source's data it shows. */
  tags: readonly DataTag[];
}

/** What there is to keep of a page that was drawn. */
export interface DrawnPage {
  bytes: Buffer;
  headers: readonly string[];
  freshForMs: number;
  tags: readonly DataTag[];
  /** What `purges()` said before it was drawn: one that a purge has overtaken is not kept. */
  purgesBefore: number;
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
  keep(key: string, page: DrawnPage): Promise<CachedPage>;
  /** Another page has taken its place, or none has. */
  drop(key: string): void;
  /** After a write: what shows such data is not kept any longer. */
  purge(tags: readonly DataTag[]): void;
  /** How many purges there were. */
  purges(): number;
  /** One refresh at a time for each key. */
  refreshing: Map<string, Promise<CachedPage | null>>;
  size(): { pages: number; bytes: number };
}

/** More pages than this at once are a flood: theirs stay as small as they are. */
const MOST_IMPROVABLE = 200;

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

  let purges = 0;

  /** Pages whose best codings are still to be made, the latest of each key. */
  const improvable = new Map<string, { page: CachedPage; common: readonly string[] }>();
  let isImproving = false;

  /**
   * Small at once, best behind, one page at a time: the threads that make the best codings also make the
   * small ones, and nobody shall wait for the best of another page.
   */
  async function improveAll(): Promise<void> {
    if (isImproving) return;
    isImproving = true;
    try {
      for (const [key, { page, common }] of improvable) {
        improvable.delete(key);
        await improve(key, page, common);
      }
    } finally {
      isImproving = false;
    }
  }

  async function improve(key: string, page: CachedPage, common: readonly string[]): Promise<void> {
    for (const encoding of ["br", "gzip"] as const) {
      if (pages.peek(key) !== page) return;
      const body = await encodeBest(page.bodies.identity, encoding);
      if (pages.peek(key) !== page || body.length >= page.bodies[encoding].length) continue;
      page.bodies[encoding] = body;
      page.headers[encoding] = headersFor(common, encoding, body);
    }
  }

  async function keep(
    key: string,
    { bytes, headers, freshForMs, tags, purgesBefore }: DrawnPage,
  ): Promise<CachedPage> {
    const etag = `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;
    const freshUntilMs = now() + freshForMs;
    const known = pages.get(key);
    if (known?.etag === etag && purgesBefore === purges) {
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
      tags,
    };
    if (purgesBefore !== purges) return page;
    pages.set(key, page);
    if (improvable.size < MOST_IMPROVABLE) improvable.set(key, { page, common });
    void improveAll();
    return page;
  }

  return {
    get: (key) => pages.get(key),
    keep,
    drop: (key) => void pages.delete(key),
    purge: (tags) => {
      purges += 1;
      for (const [key, page] of pages.entries())
        if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key);
    },
    purges: () => purges,
    refreshing: new Map(),
    size: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}
