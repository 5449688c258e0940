import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { DataState } from "../http/request-stats.ts";
import type { Changes } from "./changes.ts";
import { type Entry, freshnessOf, REVALIDATE_WAIT_MS } from "./freshness.ts";
import type { SourceNote } from "./http/http-client.ts";
import { type CachedKind, isStored, MAX_ENTRY_BYTES, StoredResponses } from "./stored-responses.ts";

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * The caller: an id for the log and the source, and the signal, which aborts when the client disconnects or a
 * time limit passes.
 */
export interface RequestContext {
  requestId: string;
  traceparent: string | undefined;
  signal: AbortSignal;
  /** Called with the way each result was obtained. */
  onData?: (state: DataState) => void;
  /** Called at the end of each call to a source. */
  onSource?: ((note: SourceNote) => void) | undefined;
  /** Called for each picture that is left out since there is none, or none now. */
  onStandIn?: () => void;
  /** Called once for each error; the result itself holds nothing of it. */
  onError: (error: unknown) => void;
}

/** What a call to the source carries: the id of the first request, and a signal that aborts when all callers have left. */
export type SourceCall = Pick<RequestContext, "requestId" | "traceparent" | "signal" | "onSource">;

/** What is read, and by whom. */
interface Query<T = unknown> {
  kind: CachedKind<T>;
  /** Among the values of its kind. */
  key: string;
  context: RequestContext;
  fetchValue: (call: SourceCall) => Promise<T>;
}

/** A value of the source and its age. */
export interface Cached<T> {
  value: T;
  /** ISO 8601 UTC. */
  fetchedAt: string;
  /** The value is past its freshness: the source was too slow, or failed. */
  stale: boolean;
}

/** The call to the source for one key, shared by all who wait for it. */
interface Call {
  /** The query of the first of them. */
  query: Query;
  changeCount: number;
  callers: number;
  controller: AbortController;
}

/** The signal of a revalidation: the next visitor gets its result when the first has left. */
const NEVER_ABORTED = new AbortController().signal;

/**
 * The last good values of the source (docs/decisions/0036): stale while they are fetched again, and while the source fails.
 */
export class DataCache {
  readonly #app: FastifyInstance;
  readonly #changes: Changes;
  readonly #stored: StoredResponses | null;
  readonly #memory: LRUCache<string, Entry, Call>;
  readonly #calls = new Map<string, Call>();
  /** Kinds that are served stale since the source fails. */
  readonly #failing = new Set<string>();

  constructor(app: FastifyInstance, changes: Changes) {
    this.#app = app;
    this.#changes = changes;
    this.#stored = isStored(app) ? new StoredResponses(app) : null;
    this.#memory = new LRUCache({
      max: MAX_ENTRIES,
      maxSize: MAX_BYTES,
      maxEntrySize: MAX_ENTRY_BYTES,
      sizeCalculation: ({ size }, key) => size + key.length,
      noDeleteOnFetchRejection: true,
      // What was evicted or detached still answers those who wait for it.
      ignoreFetchAbort: true,
      fetchMethod: (_key, stale, { context }) => this.#loadEntry(stale, context),
    });
  }

  /** Rejects with the error of the source, or with the reason of the context's signal. */
  async read<T>(query: Query<T>): Promise<Cached<T>> {
    const { signal, onData } = query.context;
    const resultOf = ({ value, fetchedAtMs }: Entry<T>, how: "fresh" | "refreshed" | "stale") => {
      onData?.(how);
      return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: how === "stale" };
    };
    // Only values of the kind are stored under its name.
    let entry = this.#memory.get(nameOf(query)) as Entry<T> | undefined;
    if (!entry || this.#stateOf(entry) === "expired") {
      entry = await this.#load(query, signal).catch((error: unknown) => {
        if (!signal.aborted) onData?.("none");
        throw error;
      });
      if (entry.isFromSource) return resultOf(entry, "refreshed");
    }
    if (this.#stateOf(entry) === "fresh") return resultOf(entry, "fresh");
    const revalidation = this.#load(query, NEVER_ABORTED).catch(() => null);
    const revalidated = await this.#waitFor(revalidation, entry);
    return revalidated ? resultOf(revalidated, "refreshed") : resultOf(entry, "stale");
  }

  /** Entries and bytes in memory, for operators. */
  size(): { cacheEntries: number; bytes: number } {
    return { cacheEntries: this.#memory.size, bytes: this.#memory.calculatedSize };
  }

  /** A change came after it was requested: it is fetched again before it is served, unless the source fails. */
  #isInvalidated({ tag, changeCount }: Entry): boolean {
    return changeCount !== this.#changes.count(tag);
  }

  #stateOf(entry: Entry) {
    const { config, clock } = this.#app;
    return freshnessOf(entry, this.#isInvalidated(entry), { config, nowMs: clock() });
  }

  /** Null when the revalidation fails, or is not worth waiting for. For an invalidated value it always is. */
  async #waitFor<T>(revalidation: Promise<Entry<T> | null>, stale: Entry<T>) {
    if (this.#isInvalidated(stale)) return revalidation;
    if (this.#app.source.isSlowerThan(REVALIDATE_WAIT_MS)) return null;
    return Promise.race([revalidation, wait(REVALIDATE_WAIT_MS, null, { ref: false })]);
  }

  /** The one call for the key, which is aborted when its last caller has left. */
  async #load<T>(query: Query<T>, signal: AbortSignal): Promise<Entry<T>> {
    signal.throwIfAborted();
    const name = nameOf(query);
    const call = this.#callFor(name, query);
    call.callers += 1;
    const options = { forceRefresh: true, context: call };
    // It resolves to what `#loadEntry` returned, which is of the query's kind.
    const fetched = this.#memory.fetch(name, options) as Promise<Entry<T>>;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        call.callers -= 1;
        if (call.callers > 0) return;
        if (this.#calls.get(name) === call) this.#detach(name);
        call.controller.abort(signal.reason);
      };
      const settle = () => {
        signal.removeEventListener("abort", leave);
        if (this.#calls.get(name) === call) this.#calls.delete(name);
      };
      signal.addEventListener("abort", leave, { once: true });
      fetched.finally(settle).then(resolve, reject);
    });
  }

  /** The call under way; another one where a change has come since it began. */
  #callFor(name: string, query: Query): Call {
    const changeCount = this.#changes.count(query.kind.tag);
    const known = this.#calls.get(name);
    if (known?.changeCount === changeCount) return known;
    if (known) this.#detach(name);
    const call = { query, changeCount, callers: 0, controller: new AbortController() };
    this.#calls.set(name, call);
    return call;
  }

  /** Later callers start a call of their own, and memory does not take the result of this one. */
  #detach(name: string): void {
    this.#calls.delete(name);
    const stale = this.#memory.peek(name);
    if (stale) this.#memory.set(name, stale);
    else this.#memory.delete(name);
  }

  /** The value of the store where that is better than the one in memory, else that of the source. */
  async #loadEntry(inMemory: Entry | undefined, call: Call): Promise<Entry> {
    const hasStale = inMemory !== undefined && this.#stateOf(inMemory) !== "expired";
    const isStoreBetter = !hasStale || this.#app.store.isShared;
    const stored = isStoreBetter ? await this.#readStored(call.query) : null;
    const state = stored && this.#stateOf(stored);
    if (stored && (state === "fresh" || (state === "stale" && !hasStale))) return stored;
    return this.#fetchFromSource(call, hasStale);
  }

  /** What another instance has stored, or this one before its start. */
  async #readStored({ kind, key }: Query): Promise<Entry | null> {
    const { clock, source } = this.#app;
    const row = await this.#stored?.read(kind, key);
    if (!row) return null;
    // The clock of the other instance may be ahead.
    const fetchedAtMs = Math.min(row.fetchedAtMs, clock());
    if (kind.form === "list") source.health.recordShared(kind.tag, fetchedAtMs);
    const isCurrent = this.#changes.isCurrent(kind.tag, row.changeId);
    return {
      tag: kind.tag,
      value: row.value,
      fetchedAtMs,
      changeCount: isCurrent ? this.#changes.count(kind.tag) : -1,
      isOutdated: row.shape !== kind.shape || fetchedAtMs < row.fetchedAtMs,
      isFromSource: false,
      size: row.size,
    };
  }

  async #fetchFromSource(call: Call, hasStale: boolean): Promise<Entry> {
    const { kind, key, context, fetchValue } = call.query;
    const { requestId, traceparent, onSource } = context;
    const { signal } = call.controller;
    // The time of the request: the response may lack a change that was made after it.
    const fetchedAtMs = this.#app.clock();
    const changeId = this.#changes.lastId(kind.tag);
    const { changeCount } = call;
    try {
      const value = await fetchValue({ requestId, traceparent, signal, onSource });
      const json = JSON.stringify(value);
      const entry = { tag: kind.tag, value, fetchedAtMs, changeCount, size: json.length };
      if (changeCount === this.#changes.count(kind.tag))
        this.#stored?.write(kind, key, { json, fetchedAtMs, changeId });
      this.#setFailing(kind.name, false);
      return { ...entry, isOutdated: false, isFromSource: true };
    } catch (error) {
      if (!signal.aborted) {
        if (hasStale) this.#setFailing(kind.name, true);
        this.#app.source.health.recordError(kind.tag, kind.form, error);
        context.onError(error);
      }
      throw error;
    }
  }

  #setFailing(kind: string, isFailing: boolean): void {
    const { log } = this.#app;
    if (isFailing && !this.#failing.has(kind)) {
      this.#failing.add(kind);
      log.warn({ kind }, "stale cache entries are served: the content source fails");
    } else if (!isFailing && this.#failing.delete(kind))
      log.info({ kind }, "content source responds again");
  }
}

const nameOf = ({ kind, key }: Query) => `${kind.name} ${key}`;
