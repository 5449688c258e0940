import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
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
export interface ToKeep {
  bytes: Buffer;
  headers: readonly string[];
  freshForMs: number;
  /** Made of the bytes unless given. */
  etag?: string;
  fetchedAtMs?: number;
}

export interface PageCache {
  get(key: string): CachedPage | undefined;
  /** Keeps an answer; resolves when its small codings are there, the best ones follow behind. */
  keep(key: string, answer: ToKeep): Promise<CachedPage>;
  /** Another page has taken its place, or none has. */
  drop(key: string): void;
  /** After a write: nothing kept is believed any more. */
  clear(): void;
  /** Grows with each `clear`: what was read before one is not kept after it. */
  generation(): number;
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

/** Of a 200's headers, those that its 304 carries as well: validator, freshness, who may read it. */
const OF_304 = /^(?:etag|cache-control|vary|link|access-control-.*|cross-origin-resource-policy)$/;

function onlyOf304(headers: readonly string[]): string[] {
  return headers.filter((_text, index) => OF_304.test(headers[index - (index % 2)] ?? ""));
}

const tagOf = (bytes: Buffer) =>
  `W/"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`;

/** An answer as it is sent, for each coding. */
export function readyPage(
  made: Pick<CachedPage, "etag" | "bodies" | "fetchedAtMs" | "freshUntilMs"> & {
    headers: readonly string[];
  },
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
  let generation = 0;
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

  async function keep(key: string, answer: ToKeep): Promise<CachedPage> {
    const { bytes, headers, freshForMs, etag = tagOf(bytes), fetchedAtMs = null } = answer;
    const freshUntilMs = now() + freshForMs;
    const known = pages.get(key);
    if (known?.etag === etag && known.bodies.identity.equals(bytes)) {
      known.freshUntilMs = freshUntilMs;
      known.fetchedAtMs = fetchedAtMs;
      return known;
    }
    const [gzip, br] = await Promise.all([encode(bytes, "gzip"), encode(bytes, "br")]);
    const bodies = { identity: bytes, gzip, br };
    const page = readyPage({ bodies, headers, etag, fetchedAtMs, freshUntilMs });
    pages.set(key, page);
    if (isImproved) void improve(key, page, [...headers, "etag", etag]);
    return page;
  }

  return {
    get: (key) => pages.get(key),
    keep,
    drop: (key) => void pages.delete(key),
    clear: () => {
      generation += 1;
      pages.clear();
    },
    generation: () => generation,
    refreshing: new Map(),
    size: () => ({ pages: pages.size, bytes: pages.calculatedSize }),
  };
}
