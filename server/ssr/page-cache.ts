import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { encodeBest } from "./encoding.ts";
import { type CachedPage, pageTag, readyPage, setCoding } from "./ready-page.ts";

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
  /** 200 unless given. */
  status?: CachedPage["status"];
  /** Made of the bytes and the headers unless given. */
  etag?: string;
  fetchedAtMs?: number;
  /** What `purges()` said before it was made: what a purge has overtaken is not kept. */
  purgesBefore: number;
}

export interface PageCache {
  get(key: string): CachedPage | undefined;
  /** Keeps an answer as it is; its codings come when they are asked for. */
  keep(key: string, answer: ToKeep): CachedPage;
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

/** More pages than this at once stay as small as they are. */
const MOST_IMPROVABLE = 200;
const SECOND_MS = 1_000;
/**
 * With more pages a second that nobody has asked for before it is a crawl or a flood: the best codings are then made only
 * for those that are asked for again.
 */
const FEW_NEWCOMERS = 5;

/** Room for both codings of a page, which come later: together they take less than this share of it. */
const WITH_CODINGS = 1.7;

/** Of all the room, what is for pages that were asked for but once: a flood of them never drives out the others. */
const NEWCOMERS_SHARE = 0.3;

/** Makes an empty cache of ready answers, bounded in bytes. */
export function createPageCache(options: PageCacheOptions): PageCache {
  const { maxBytes, now, isImproved = true } = options;
  const boundedBy = (share: number) =>
    new LRUCache<string, CachedPage>({
      maxSize: Math.floor(maxBytes * share),
      sizeCalculation: ({ bodies }) => Math.ceil(bodies.identity.length * WITH_CODINGS) + 1,
    });
  const newcomers = boundedBy(NEWCOMERS_SHARE);
  const regulars = boundedBy(1 - NEWCOMERS_SHARE);
  const peek = (key: string) => regulars.peek(key) ?? newcomers.peek(key);

  let purges = 0;

  /** Pages whose best codings are still to be made. */
  const improvable = new Map<string, CachedPage>();
  let isImproving = false;

  function improveSoon(key: string, page: CachedPage): void {
    if (!isImproved || improvable.size >= MOST_IMPROVABLE) return;
    improvable.set(key, page);
    void improveAll();
  }

  function keepAsRegular(key: string, page: CachedPage): void {
    newcomers.delete(key);
    regulars.set(key, page);
    if (!page.bodies.gzip || !page.bodies.br) improveSoon(key, page);
  }

  /** Newcomers of this second, and of the one before. */
  const came = { sinceMs: 0, now: 0, before: 0 };
  function keepAsNewcomer(key: string, page: CachedPage): void {
    newcomers.set(key, page);
    const sinceMs = now() - came.sinceMs;
    if (sinceMs >= SECOND_MS) {
      came.before = sinceMs < 2 * SECOND_MS ? came.now : 0;
      came.now = 0;
      came.sinceMs = now();
    }
    came.now += 1;
    if (Math.max(came.now, came.before) <= FEW_NEWCOMERS) improveSoon(key, page);
  }

  /**
   * Small at once, best behind, one page at a time: the threads that make the best codings also make the
   * small ones, and nobody shall wait for the best of another page.
   */
  async function improveAll(): Promise<void> {
    if (isImproving) return;
    isImproving = true;
    try {
      for (const [key, page] of improvable) {
        improvable.delete(key);
        // A better coding is a gain, never a must.
        await improve(key, page).catch(() => {});
      }
    } finally {
      isImproving = false;
    }
  }

  async function improve(key: string, page: CachedPage): Promise<void> {
    for (const encoding of ["br", "gzip"] as const) {
      if (peek(key) !== page) return;
      const body = await encodeBest(page.bodies.identity, encoding);
      const before = page.bodies[encoding];
      if (!before || body.length < before.length) setCoding(page, encoding, body);
    }
  }

  function keep(key: string, answer: ToKeep): CachedPage {
    const { bytes, headers, freshForMs, tags, route, data, purgesBefore } = answer;
    const { etag = pageTag(bytes, headers), fetchedAtMs = null, status = 200 } = answer;
    const freshUntilMs = now() + freshForMs;
    const known = peek(key);
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
    const about = { status, tags, route, data, fetchedAtMs, freshUntilMs };
    const page = readyPage({ bytes, headers, etag, ...about });
    if (purgesBefore !== purges) return page;
    if (regulars.has(key)) keepAsRegular(key, page);
    else keepAsNewcomer(key, page);
    return page;
  }

  return {
    get(key) {
      const regular = regulars.get(key);
      if (regular) return regular;
      const newcomer = newcomers.get(key);
      if (newcomer) keepAsRegular(key, newcomer);
      return newcomer;
    },
    keep,
    drop(key) {
      newcomers.delete(key);
      regulars.delete(key);
    },
    purge: (tags) => {
      purges += 1;
      for (const pages of [newcomers, regulars]) {
        for (const [key, page] of pages.entries())
          if (page.tags.some((tag) => tags.includes(tag))) pages.delete(key);
      }
    },
    purges: () => purges,
    refreshing: new Map(),
    size: () => ({
      pages: newcomers.size + regulars.size,
      bytes: newcomers.calculatedSize + regulars.calculatedSize,
    }),
  };
}
