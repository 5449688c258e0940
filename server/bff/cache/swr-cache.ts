import { setImmediate as nextTurn, setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { RequestContext } from "../../contract/request-context.ts";
import { createSingleFlight, type SingleFlight } from "../../single-flight.ts";
import type { LatencyTracker } from "../../upstream/http/latency-tracker.ts";
import type { CacheStore, OnUnreadable } from "./cache-store.ts";
import type { CachedKind } from "./cached-kind.ts";
import type { FreshnessPolicy } from "./freshness-policy.ts";
import { jsonInSlices } from "./json-in-slices.ts";
import {
  type CacheEntry,
  createKindEntries,
  type FoundEntry,
  type KindEntries,
} from "./kind-entries.ts";
import type { SharedCache } from "./shared-cache.ts";

/** A value of the source and its age. */
export interface Cached<T> {
  value: T;
  /** ISO 8601 UTC. */
  fetchedAt: string;
  /** The value is past its freshness: the source was too slow, or failed. */
  stale: boolean;
}

/** What a call to the source carries: the id of the first request, and a signal that aborts when all callers have left. */
export type SourceCall = Pick<RequestContext, "requestId" | "traceparent" | "signal" | "onSource">;

/** A stale-while-revalidate cache of one kind of value, with one call to the source at a time for each key. */
export interface SwrCache<T> {
  /** Rejects with the error of the source, or with the reason of the context's signal. */
  read(
    key: string,
    context: RequestContext,
    fetchValue: (call: SourceCall) => Promise<T>,
  ): Promise<Cached<T>>;
  /** After a write: entries are fetched again before they are served, unless the source fails. */
  invalidate(): void;
}

export type StaleIfErrorListener = (change: { kind: string; isActive: boolean }) => void;

/** What all caches of a source share. */
export interface SwrCacheDeps {
  store: CacheStore;
  /** Null without other instances. */
  shared: SharedCache | null;
  /** The source's URL: relative URLs in stored HTML belong to it. */
  baseUrl: string;
  policy: FreshnessPolicy;
  /** Requests do not wait for the revalidation of a stale entry while the source is slow. */
  latency: Pick<LatencyTracker, "isSlowerThan">;
  onUnreadable: OnUnreadable;
  /** Called once for each error of the source, beside the `onError` of the request. */
  onError: (form: "list" | "item", error: unknown) => void;
  /** Called for each entry that another instance fetched. */
  onShared: (form: "list" | "item", fetchedAtMs: number) => void;
  /** The clock, milliseconds. */
  now: () => number;
  /** Called when entries begin to be served in place of a failing source, and when it works again. */
  onStaleIfError?: StaleIfErrorListener;
}

interface Options<T> extends SwrCacheDeps {
  kind: CachedKind<T>;
}

interface State<T> extends Options<T> {
  entries: KindEntries<T>;
  fetches: SingleFlight<Cached<T>>;
  lookups: SingleFlight<void>;
  sanitisations: SingleFlight<void>;
  /** Keys that were looked up in the shared cache a moment ago. */
  recentLookups: LRUCache<string, true>;
  /** Counts the writes: a call that began before one is not joined after it, and its result is invalidated. */
  generation: number;
  isStaleIfErrorActive: boolean;
}

interface Query<T> {
  key: string;
  context: RequestContext;
  fetchValue: (call: SourceCall) => Promise<T>;
}

/** A list of some hundred items. */
const LONG_JSON = 250_000;
const NEVER_ABORTED = new AbortController().signal;
/** While the source is down, the shared cache is queried for a stale entry this often at most. */
const LOOKUP_INTERVAL_MS = 1_000;

export function createSwrCache<T>(options: Options<T>): SwrCache<T> {
  const state: State<T> = {
    ...options,
    entries: createKindEntries({ ...options, kind: options.kind.name }),
    fetches: createSingleFlight(),
    lookups: createSingleFlight(),
    sanitisations: createSingleFlight(),
    recentLookups: new LRUCache({ max: options.policy.maxEntries, ttl: LOOKUP_INTERVAL_MS }),
    generation: 0,
    isStaleIfErrorActive: false,
  };
  return {
    read: (key, context, fetchValue) => read(state, { key, context, fetchValue }),
    invalidate: () => {
      state.entries.invalidate();
      state.generation += 1;
    },
  };
}

async function read<T>(state: State<T>, query: Query<T>): Promise<Cached<T>> {
  const { key, context } = query;
  let entry = state.entries.get(key);
  if (entry?.isUnsanitised) entry = await sanitisedEntry(state, key);
  const isFresh = entry?.freshness === "fresh" && !entry.isInvalidated;
  if (state.shared && !isFresh && !(entry && state.recentLookups.has(key))) {
    await lookUpShared(state, state.shared, key);
    entry = state.entries.get(key);
  }
  if (!entry) return reportFetch(fetchOnce(state, query, context.signal), context);
  if (entry.freshness === "fresh" && !entry.isInvalidated) {
    context.onData?.("fresh");
    return cachedOf(entry, { stale: false });
  }
  // A visitor who leaves does not abort a revalidation: the next one gets its result.
  const revalidation = fetchOnce(state, query, NEVER_ABORTED);
  if (entry.freshness === "expired") return reportFetch(revalidation, context);
  const revalidated = await waitForRevalidation(state, entry, revalidation);
  context.onData?.(revalidated ? "refreshed" : "stale");
  return revalidated ?? cachedOf(entry, { stale: true });
}

/** An entry of the disk has its HTML sanitised at its first use. */
async function sanitisedEntry<T>(state: State<T>, key: string): Promise<FoundEntry<T> | undefined> {
  const { entries, kind, baseUrl, sanitisations } = state;
  await sanitisations.run(key, NEVER_ABORTED, async () => {
    const entry = entries.get(key);
    if (!entry) return;
    const value = await kind.sanitise(entry.value, { baseUrl });
    // Another one may have been fetched meanwhile.
    if (entries.get(key)?.isUnsanitised) entries.replaceValue(key, value);
  });
  return entries.get(key);
}

function cachedOf<T>({ value, fetchedAtMs }: CacheEntry<T>, { stale }: { stale: boolean }) {
  return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale };
}

/** Stores the entry of another instance, if there is one. */
function lookUpShared<T>(state: State<T>, shared: SharedCache, key: string): Promise<void> {
  return state.lookups.run(key, NEVER_ABORTED, async () => {
    state.recentLookups.set(key, true);
    const { kind, baseUrl, entries, now, onUnreadable } = state;
    const found = await shared.get(`${kind.name} ${key}`);
    const { generation } = state;
    if (found === null) return;
    const read = found === "unreadable" ? null : kind.read(key, found.value);
    if (found === "unreadable" || read === null)
      return onUnreadable({ kind: kind.name, origin: "Redis" });
    const value = await kind.sanitise(read.value, { baseUrl });
    // The clock of the other instance may be ahead.
    const fetchedAtMs = Math.min(found.fetchedAtMs, now());
    const json = await jsonInSlices(value);
    // A write may have come while the entry was read.
    const isInvalidated = found.isInvalidated || generation !== state.generation;
    const isOutdated = found.shape !== kind.shape;
    entries.set(key, { value, json, fetchedAtMs, isInvalidated, isOutdated });
    state.onShared(kind.form, fetchedAtMs);
  });
}

function fetchOnce<T>(state: State<T>, query: Query<T>, signal: AbortSignal): Promise<Cached<T>> {
  return state.fetches.run(`${state.generation} ${query.key}`, signal, (shared) =>
    fetchAndStore(state, query, shared),
  );
}

async function fetchAndStore<T>(
  state: State<T>,
  { key, context, fetchValue }: Query<T>,
  signal: AbortSignal,
): Promise<Cached<T>> {
  const { requestId, traceparent, onSource } = context;
  // The time of the request: the response may lack a change that was made after it.
  const fetchedAtMs = state.now();
  const { generation } = state;
  try {
    const value = await fetchValue({ requestId, traceparent, signal, onSource });
    const json = await jsonInSlices(value);
    const isInvalidated = generation !== state.generation;
    const entry = { value, json, fetchedAtMs, isInvalidated, isOutdated: false };
    state.entries.set(key, entry);
    const isWorthSharing = value !== null || state.entries.isStored(key);
    if (!isInvalidated && isWorthSharing)
      state.shared?.set(`${state.kind.name} ${key}`, {
        json,
        fetchedAtMs,
        shape: state.kind.shape,
      });
    // Those who wait have the turn after the one that wrote it to disk.
    if (json.length > LONG_JSON) await nextTurn();
    setStaleIfError(state, false);
    return cachedOf(entry, { stale: false });
  } catch (error) {
    if (!signal.aborted) {
      if (state.entries.get(key)) setStaleIfError(state, true);
      state.onError(state.kind.form, error);
      context.onError(error);
    }
    throw error;
  }
}

function setStaleIfError<T>(state: State<T>, isActive: boolean): void {
  if (state.isStaleIfErrorActive === isActive) return;
  state.isStaleIfErrorActive = isActive;
  state.onStaleIfError?.({ kind: state.kind.name, isActive });
}

/** Reports the outcome of a fetch that the request has to wait for. */
async function reportFetch<T>(
  fetched: Promise<Cached<T>>,
  { onData, signal }: RequestContext,
): Promise<Cached<T>> {
  try {
    const cached = await fetched;
    onData?.("refreshed");
    return cached;
  } catch (error) {
    if (!signal.aborted) onData?.("none");
    throw error;
  }
}

/** Null when the revalidation fails, or is not worth waiting for. An invalidated entry is always worth it. */
async function waitForRevalidation<T>(
  { policy, latency }: State<T>,
  { isInvalidated }: CacheEntry<T>,
  revalidation: Promise<Cached<T>>,
): Promise<Cached<T> | null> {
  const orNull = revalidation.catch(() => null);
  if (isInvalidated) return orNull;
  if (latency.isSlowerThan(policy.revalidateWaitMs)) return null;
  return Promise.race([orNull, wait(policy.revalidateWaitMs, null, { ref: false })]);
}
