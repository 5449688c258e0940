import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { type Encoding, encode, encodeBest } from "./encoding.ts";

/** A whole answer as ready bytes: what a hit sends needs no work beyond looking it up. */
export interface CachedPage {
  etag: string;
  bodies: Record<Encoding, Buffer>;
  /** Flat names and values for each coding, as `writeHead` takes them. */
  headers: Record<Encoding, readonly string[]>;
  /** Flat names and values of a 304 (RFC 9110, section 15.4.5). */
  notModified: readonly string[];
  /** When the source gave what it holds, milliseconds: said as `Age`. Null says no age. */
  fetchedAtMs: number | null;
  /** Served without a thought until then; milliseconds. */
  freshUntilMs: number;
  /** Which of the source's data it shows. */
  tags: readonly DataTag[];
  /** The template of its address, for the log. */
  route: string;
  /** What it stands on; null when it asks no source. */
  data: "fresh" | "stale" | "none" | null;
}

export interface PageCacheOptions {
  /** Bounds of what is kept, all codings counted. */
  maxBytes: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Whether the best codings are made behind: worth it for what stays the same for long. */
  isImproved?: boolean;
}

/** What is to be kept under a key. */
export interface ToKeep extends Pick<CachedPage, "route" | "data" | "tags"> {
  bytes: Buffer;
  headers: readonly string[];
  freshForMs: number;
  /** Made of the bytes and the headers unless given. */
  etag?: string;
  fetchedAtMs?: number;
  /** What `purges()` said before it was made: what a purge has overtaken is not kept. */
  purgesBefore: number;
}

export interface PageCache {
  get(key: string): CachedPage | undefined;
  /** Keeps an answer; resolves when its small codings are there, the best ones follow behind. */
  keep(key: string, answer: ToKeep): Promise<CachedPage>;
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

/** Of a 200's headers, those that its 304 carries as well: validator, freshness, who may read it. */
const OF_304 = /^(?:etag|cache-control|vary|link|access-control-.*|cross-origin-resource-policy)$/;

function onlyOf304(headers: readonly string[]): string[] {
  return headers.filter((_text, index) => OF_304.test(headers[index - (index % 2)] ?? ""));
}

/** Of the headers too, since a browser that hears 304 keeps the policy it has. */
function tagOf(bytes: Buffer, headers: readonly string[]): string {
  const hash = createHash("sha256").update(headers.join("\n")).update(bytes);
  return `W/"${hash.digest("base64url").slice(0, 22)}"`;
}

/** An answer as it is sent, for each coding. */
export function readyPage(
  made: Omit<CachedPage, "headers" | "notModified"> & { headers: readonly string[] },
): CachedPage {
  const { headers, ...page } = made;
  const common = [...headers, "etag", page.etag];
  const of = (encoding: Encoding) => headersFor(common, encoding, page.bodies[encoding]);
  return {
    ...page,
    headers: { identity: of("identity"), gzip: of("gzip"), br: of("br") },
    notModified: onlyOf304(common),
  };
}

/** Makes an empty cache of ready answers, bounded in bytes. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes, now, isImproved = true } = options;
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
        // A better coding is a gain, never a must.
        await improve(key, page, common).catch(() => {});
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

  async function keep(key: string, answer: ToKeep): Promise<CachedPage> {
    const { bytes, headers, freshForMs, tags, route, data, purgesBefore } = answer;
    const { etag = tagOf(bytes, headers), fetchedAtMs = null } = answer;
    const freshUntilMs = now() + freshForMs;
    const known = pages.get(key);
    if (
      known?.etag === etag &&
      purgesBefore === purges &&
      (answer.etag === undefined || known.bodies.identity.equals(bytes))
    ) {
      known.freshUntilMs = freshUntilMs;
      known.fetchedAtMs = fetchedAtMs;
      known.data = data;
      return known;
    }
    const [gzip, br] = await Promise.all([encode(bytes, "gzip"), encode(bytes, "br")]);
    const bodies = { identity: bytes, gzip, br };
    const about = { tags, route, data, fetchedAtMs, freshUntilMs };
    const page = readyPage({ bodies, headers, etag, ...about });
    if (purgesBefore !== purges) return page;
    pages.set(key, page);
    if (isImproved) {
      if (improvable.size < MOST_IMPROVABLE)
        improvable.set(key, { page, common: [...headers, "etag", etag] });
      void improveAll();
    }
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
