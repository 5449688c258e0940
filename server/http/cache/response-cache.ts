import type { DataTag } from "../../../shared/contract/data-tags.ts";
import { createSingleFlight, type SingleFlight } from "../../single-flight.ts";
import { type BestEncodings, createBestEncodings } from "./best-encodings.ts";
import { type CachedResponse, createCachedResponse } from "./cached-response.ts";
import { weakEtag } from "./etag.ts";
import {
  createSegmentedLru,
  peek,
  protect,
  remove,
  removeWhere,
  type SegmentedLru,
} from "./segmented-lru.ts";

export interface ResponseCacheOptions {
  /** Bounds all entries, their encodings included. */
  maxBytes: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Whether the best encodings are made in the background: worth it for what rarely changes. */
  isImproved?: boolean;
}

export interface ResponseToStore extends Pick<CachedResponse, "route" | "data" | "tags"> {
  bytes: Buffer;
  headers: readonly string[];
  freshForMs: number;
  /** 200 unless given. */
  status?: CachedResponse["status"];
  /** Made of the bytes and the headers unless given. */
  etag?: string;
  fetchedAtMs?: number;
  /** `purges()` before the data was read: a response older than the last purge is not stored. */
  purgesBefore: number;
}

export interface ResponseCache {
  get(key: string): CachedResponse | undefined;
  /** Stores a response, uncompressed at first, and returns it in the form to send. */
  store(key: string, response: ResponseToStore): CachedResponse;
  delete(key: string): void;
  /** After a write: removes the responses that show such data. */
  purge(tags: readonly DataTag[]): void;
  /** The number of purges so far. */
  purges(): number;
  /** One at a time for each key. */
  revalidations: SingleFlight<CachedResponse | null>;
  size(): { pages: number; bytes: number };
}

/** Space for both encodings of a response, made later: together they take less than this share of it. */
const WITH_ENCODINGS = 1.7;
/** More new entries a second are a crawl or a flood: only those used again get their best encodings. */
const MAX_IMPROVED_PER_SECOND = 5;
const SECOND_MS = 1_000;

/** New entries of the current second and of the one before. */
interface EntryRate {
  secondStartedAtMs: number;
  current: number;
  previous: number;
}

interface State {
  entries: SegmentedLru<CachedResponse>;
  /** Null when the best encodings are not made. */
  bestEncodings: BestEncodings | null;
  newEntries: EntryRate;
  purges: number;
  now: () => number;
}

/** Makes an empty cache of responses, bounded in bytes. */
export function createResponseCache(options: ResponseCacheOptions): ResponseCache {
  const { maxBytes, now, isImproved = true } = options;
  const entries = createSegmentedLru<CachedResponse>({
    maxSize: maxBytes,
    sizeOf: ({ bodies }) => Math.ceil(bodies.identity.length * WITH_ENCODINGS) + 1,
  });
  const isCurrent = (key: string, response: CachedResponse) => peek(entries, key) === response;
  const state: State = {
    entries,
    bestEncodings: isImproved ? createBestEncodings(isCurrent) : null,
    newEntries: { secondStartedAtMs: 0, current: 0, previous: 0 },
    purges: 0,
    now,
  };
  return {
    get: (key) => get(state, key),
    store: (key, response) => store(state, key, response),
    delete: (key) => remove(entries, key),
    purge(tags) {
      state.purges += 1;
      removeWhere(entries, (response) => response.tags.some((tag) => tags.includes(tag)));
    },
    purges: () => state.purges,
    revalidations: createSingleFlight(),
    size: () => ({
      pages: entries.probation.size + entries.protected.size,
      bytes: entries.probation.calculatedSize + entries.protected.calculatedSize,
    }),
  };
}

function get(state: State, key: string): CachedResponse | undefined {
  const known = state.entries.protected.get(key);
  if (known) return known;
  const onProbation = state.entries.probation.get(key);
  if (onProbation) addProtected(state, key, onProbation);
  return onProbation;
}

function store(state: State, key: string, given: ResponseToStore): CachedResponse {
  const { bytes, headers, freshForMs, tags, route, data, purgesBefore } = given;
  const { etag = weakEtag(headers.join("\n"), bytes), fetchedAtMs = null, status = 200 } = given;
  const freshUntilMs = state.now() + freshForMs;
  const isPurged = purgesBefore !== state.purges;
  const known = peek(state.entries, key);
  // A tag that was given may leave out parts of the body.
  const hasSameBytes = () => given.etag === undefined || known?.bodies.identity.equals(bytes);
  if (known?.etag === etag && !isPurged && hasSameBytes())
    return Object.assign(known, { freshUntilMs, fetchedAtMs, data });
  const about = { status, tags, route, data, fetchedAtMs, freshUntilMs };
  const response = createCachedResponse({ bytes, headers, etag, ...about });
  if (isPurged) return response;
  if (state.entries.protected.has(key)) addProtected(state, key, response);
  else addOnProbation(state, key, response);
  return response;
}

function addProtected(state: State, key: string, response: CachedResponse): void {
  protect(state.entries, key, response);
  const { br, gzip } = response.bodies;
  if (!br || !gzip) state.bestEncodings?.add(key, response);
}

function addOnProbation(state: State, key: string, response: CachedResponse): void {
  state.entries.probation.set(key, response);
  const rate = countEntry(state.newEntries, state.now());
  if (rate <= MAX_IMPROVED_PER_SECOND) state.bestEncodings?.add(key, response);
}

/** Counts a new entry. Returns the entries of this second or of the one before, whichever are more. */
function countEntry(rate: EntryRate, nowMs: number): number {
  const sinceMs = nowMs - rate.secondStartedAtMs;
  if (sinceMs >= SECOND_MS) {
    rate.previous = sinceMs < 2 * SECOND_MS ? rate.current : 0;
    rate.current = 0;
    rate.secondStartedAtMs = nowMs;
  }
  rate.current += 1;
  return Math.max(rate.current, rate.previous);
}
