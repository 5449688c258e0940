import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../../shared/contract/site-data.ts";
import type { LatencyTracker } from "../../upstream/http/instrumented-http-client.ts";
import type { RequestContext } from "../../upstream/request-context.ts";
import type { Changes } from "./changes.ts";
import {
  EntryLoader,
  type EntryLoaderDeps,
  type FetchContext,
  type Query,
} from "./entry-loader.ts";
import { type CacheEntry, freshnessOf } from "./freshness-policy.ts";
import { MAX_ENTRY_BYTES } from "./response-rows.ts";

/** A value of the source and its age. */
export interface Cached<T> {
  value: T;
  /** ISO 8601 UTC. */
  fetchedAt: string;
  /** The value is past its freshness: the source was too slow, or failed. */
  stale: boolean;
}

/** The last good values of the source: stale while they are fetched again, and while the source fails. */
export interface DataCache {
  /** Rejects with the error of the source, or with the reason of the context's signal. */
  read<T>(query: Query<T>): Promise<Cached<T>>;
  /** Entries and bytes in memory, for operators. */
  size(): { cacheEntries: number; bytes: number };
}

interface Options extends EntryLoaderDeps {
  changes: Changes;
  /** Requests do not wait for the revalidation of a stale value while the source is slow. */
  latency: Pick<LatencyTracker, "isSlowerThan">;
}

/** The callers of a call under way. */
interface Callers {
  tag: DataTag;
  count: number;
  controller: AbortController;
}

interface State extends Options {
  memory: LRUCache<string, CacheEntry, FetchContext>;
  calls: Map<string, Callers>;
}

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
const NEVER_ABORTED = new AbortController().signal;

export function createDataCache(options: Options): DataCache {
  const loader = new EntryLoader(options);
  const memory: State["memory"] = new LRUCache({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ size }, key) => size + key.length,
    noDeleteOnFetchRejection: true,
    // What was evicted or detached still answers those who wait for it.
    ignoreFetchAbort: true,
    fetchMethod: (_key, stale, { context }) => loader.load(stale, context),
  });
  const state: State = { ...options, memory, calls: new Map() };
  options.changes.subscribe((tags) => invalidate(state, tags));
  return {
    read: (query) => read(state, query),
    size: () => ({ cacheEntries: memory.size, bytes: memory.calculatedSize }),
  };
}

const nameOf = ({ kind, key }: { kind: { name: string }; key: string }) => `${kind.name} ${key}`;

async function read<T>(state: State, query: Query<T>): Promise<Cached<T>> {
  const { context } = query;
  const { now, policy } = state;
  // Only values of the kind are stored under its name.
  let entry = state.memory.get(nameOf(query)) as CacheEntry<T> | undefined;
  if (!entry || freshnessOf(entry, now(), policy) === "expired") {
    entry = await loadOrReport(state, query);
    if (entry.isFromSource) return resultOf(context, entry, "refreshed");
  }
  if (freshnessOf(entry, now(), policy) === "fresh") return resultOf(context, entry, "fresh");
  // A visitor who leaves does not abort a revalidation: the next one gets its result.
  const revalidation = load(state, query, NEVER_ABORTED).catch(() => null);
  const revalidated = await waitForRevalidation(state, entry, revalidation);
  return revalidated
    ? resultOf(context, revalidated, "refreshed")
    : resultOf(context, entry, "stale");
}

function resultOf<T>(
  { onData }: RequestContext,
  { value, fetchedAtMs }: CacheEntry<T>,
  how: "fresh" | "refreshed" | "stale",
): Cached<T> {
  onData?.(how);
  return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: how === "stale" };
}

/** Reports the failure of a fetch that the request has to wait for. */
async function loadOrReport<T>(state: State, query: Query<T>): Promise<CacheEntry<T>> {
  const { signal, onData } = query.context;
  try {
    return await load(state, query, signal);
  } catch (error) {
    if (!signal.aborted) onData?.("none");
    throw error;
  }
}

/** The result of the one call for the key, which is aborted when its last caller has left. */
function load<T>(state: State, query: Query<T>, signal: AbortSignal): Promise<CacheEntry<T>> {
  const name = nameOf(query);
  const callers = state.calls.get(name) ?? {
    tag: query.kind.tag,
    count: 0,
    controller: new AbortController(),
  };
  callers.count += 1;
  state.calls.set(name, callers);
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(signal.reason);
      callers.count -= 1;
      if (callers.count > 0) return;
      if (state.calls.get(name) === callers) detach(state, name);
      callers.controller.abort(signal.reason);
    };
    if (signal.aborted) return leave();
    signal.addEventListener("abort", leave, { once: true });
    const context = {
      query: query as Query<unknown>,
      signal: callers.controller.signal,
      isCurrent: () => state.calls.get(name) === callers,
    };
    const settle = () => {
      signal.removeEventListener("abort", leave);
      if (state.calls.get(name) === callers) state.calls.delete(name);
    };
    // It resolves to what the loader returned, which is of the query's kind.
    const fetched = state.memory.fetch(name, { forceRefresh: true, context });
    (fetched as Promise<CacheEntry<T>>).finally(settle).then(resolve, reject);
  });
}

/** Later callers start a call of their own, and the result of this one is not stored. */
function detach({ memory, calls }: State, name: string): void {
  calls.delete(name);
  const stale = memory.peek(name);
  if (stale) memory.set(name, stale);
  else memory.delete(name);
}

function invalidate(state: State, tags: readonly DataTag[]): void {
  for (const [name, { tag }] of state.calls) if (tags.includes(tag)) detach(state, name);
  for (const entry of state.memory.values())
    if (tags.includes(entry.tag)) entry.isInvalidated = true;
}

/** Null when the revalidation fails, or is not worth waiting for. An invalidated value is always worth it. */
async function waitForRevalidation<T>(
  { policy, latency }: State,
  { isInvalidated }: CacheEntry<T>,
  revalidation: Promise<CacheEntry<T> | null>,
): Promise<CacheEntry<T> | null> {
  if (isInvalidated) return revalidation;
  if (latency.isSlowerThan(policy.revalidateWaitMs)) return null;
  return Promise.race([revalidation, wait(policy.revalidateWaitMs, null, { ref: false })]);
}
