import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import type { DataTag } from "../../shared/contract/site-data.ts";
import { SECOND_MS } from "../../shared/time.ts";
import type { Changes } from "./changes.ts";
import type { Call } from "./content-api-client.ts";
import type { FirstSeen } from "./first-seen.ts";
import { type Items, RESOURCES } from "./resources.ts";
import type { RequestContext } from "./site-data.ts";
import { keyOf, MAX_ENTRY_BYTES, StoredResponses, type ValueName } from "./stored-responses.ts";

const MAX_ENTRIES = 2_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** How long "there is no such item" is fresh, at most; all else is for `FRESH_SECONDS`. */
const NEGATIVE_SECONDS = 30;
/** How long a request with a stale value waits for its revalidation when the source is quick. */
const REVALIDATE_WAIT_MS = 40;

interface Query<T = unknown> extends ValueName {
  context: RequestContext;
  fetchValue: (call: Call) => Promise<T>;
}

export interface Entry<T = unknown> {
  tag: DataTag;
  /** Null: "there is no such item". */
  value: T;
  fetchedAtMs: number;
  /** A change came after it was requested: it is fetched again before it is served, unless the source fails. */
  isInvalidated: boolean;
  /** Written under another schema or clock: stale at once, since it may lack fields. */
  isOutdated: boolean;
  isFromSource: boolean;
  /** Length of the value as JSON, about its bytes. */
  size: number;
}

export interface Cached<T> {
  value: T;
  fetchedAt: string;
  /** The value is past its freshness: the source was too slow, or failed. */
  stale: boolean;
}

/** Shared by all who wait for it, with the id of the first; aborted when the last of them has left. */
interface SharedCall {
  result: Promise<Entry>;
  callers: number;
  controller: AbortController;
}

/** The last good values of the source, stale while they are fetched again and while it fails (docs/decisions/0036). */
export class DataCache {
  readonly #app: FastifyInstance;
  readonly #changes: Changes;
  readonly #seen: FirstSeen;
  readonly #stored: StoredResponses;
  readonly #calls = new Map<string, SharedCall>();
  /** Kinds that are served stale since the source fails. */
  readonly #failing = new Set<string>();
  readonly #memory = new LRUCache<string, Entry>({
    max: MAX_ENTRIES,
    maxSize: MAX_BYTES,
    maxEntrySize: MAX_ENTRY_BYTES,
    sizeCalculation: ({ size }, key) => size + key.length,
  });

  constructor(app: FastifyInstance, changes: Changes, seen: FirstSeen) {
    this.#app = app;
    this.#seen = seen;
    this.#changes = changes;
    this.#stored = new StoredResponses(app, changes);
    changes.subscribe((tags) => {
      for (const entry of this.#memory.values())
        if (tags.includes(entry.tag)) entry.isInvalidated = true;
      // Their results may be from before the change: later readers have calls of their own.
      this.#calls.clear();
    });
  }

  /** All items, in the order of the source. Rejects with the error of the source, or the reason of the context's signal. */
  async list<Tag extends DataTag>(
    tag: Tag,
    context: RequestContext,
  ): Promise<Cached<Items[Tag]["stored"][]>> {
    const { source, siteSearch } = this.#app;
    type List = Promise<Items[Tag]["stored"][]>;
    const fetchValue = source.client[tag].list as (call: Call) => List;
    const cached = await this.#read({ tag, kind: tag, key: tag, context, fetchValue });
    siteSearch.update(tag, cached.value);
    return cached;
  }

  /** One item by its slug or id, null where the source has none. Rejects as `list` does. */
  item<Tag extends DataTag>(
    tag: Tag,
    by: "slug" | "id",
    name: string,
    context: RequestContext,
  ): Promise<Cached<Items[Tag]["stored"] | null>> {
    const { item } = this.#app.source.client[tag];
    type Item = Promise<Items[Tag]["stored"] | null>;
    const fetchValue = (call: Call) => item(by, name, call) as Item;
    const { itemKind: kind } = RESOURCES[tag];
    return this.#read({ tag, kind, key: `${by}:${name}`, context, fetchValue });
  }

  /** Entries in memory, for operators. */
  get size(): number {
    return this.#memory.size;
  }

  async #read<T>(query: Query<T>): Promise<Cached<T>> {
    const { signal, onData } = query.context;
    const resultOf = ({ value, fetchedAtMs }: Entry<T>, how: "fresh" | "refreshed" | "stale") => {
      onData?.(how);
      return { value, fetchedAt: new Date(fetchedAtMs).toISOString(), stale: how === "stale" };
    };
    // Only values of the kind are stored under its name.
    let entry = this.#memory.get(keyOf(query)) as Entry<T> | undefined;
    if (!entry || this.#stateOf(entry) === "expired") {
      entry = await this.#load(query).catch((error: unknown) => {
        if (!signal.aborted) onData?.("none");
        throw error;
      });
      if (entry.isFromSource) return resultOf(entry, "refreshed");
    }
    if (this.#stateOf(entry) === "fresh") return resultOf(entry, "fresh");
    const revalidated = await this.#revalidate(query, entry);
    return revalidated ? resultOf(revalidated, "refreshed") : resultOf(entry, "stale");
  }

  #stateOf({
    value,
    fetchedAtMs,
    isOutdated,
    isInvalidated,
  }: Entry): "fresh" | "stale" | "expired" {
    const { FRESH_SECONDS, STALE_IF_ERROR_SECONDS } = this.#app.config;
    const ageSeconds = (this.#app.clock() - fetchedAtMs) / SECOND_MS;
    const freshSeconds = value === null ? Math.min(NEGATIVE_SECONDS, FRESH_SECONDS) : FRESH_SECONDS;
    if (ageSeconds >= freshSeconds + STALE_IF_ERROR_SECONDS) return "expired";
    return ageSeconds < freshSeconds && !isOutdated && !isInvalidated ? "fresh" : "stale";
  }

  /** Null when it fails, or takes too long. An invalidated value is waited for. It goes on for the next visitor. */
  async #revalidate<T>(query: Query<T>, { isInvalidated }: Entry<T>): Promise<Entry<T> | null> {
    const call = this.#callFor(query);
    call.callers += 1;
    const result = call.result.catch(() => null) as Promise<Entry<T> | null>;
    if (isInvalidated) return result;
    if (this.#app.source.isSlowerThan(REVALIDATE_WAIT_MS)) return null;
    return Promise.race([result, wait(REVALIDATE_WAIT_MS, null, { ref: false })]);
  }

  /** The result of the call for the key, which is aborted when the last who wait for it have left. */
  async #load<T>(query: Query<T>): Promise<Entry<T>> {
    const { signal } = query.context;
    signal.throwIfAborted();
    const call = this.#callFor(query);
    call.callers += 1;
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal.reason);
        call.callers -= 1;
        if (call.callers > 0) return;
        if (this.#calls.get(keyOf(query)) === call) this.#calls.delete(keyOf(query));
        call.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", leave, { once: true });
      (call.result as Promise<Entry<T>>).then(resolve, reject);
    });
  }

  /** The call under way for the key, or a new one. */
  #callFor(query: Query): SharedCall {
    const key = keyOf(query);
    const known = this.#calls.get(key);
    if (known) return known;
    const controller = new AbortController();
    const isLatest = () => this.#calls.get(key)?.controller === controller;
    const load = async () => {
      try {
        const entry = await this.#loadEntry(query, controller.signal, isLatest);
        if (isLatest()) this.#memory.set(key, entry);
        return entry;
      } finally {
        if (isLatest()) this.#calls.delete(key);
      }
    };
    const call = { controller, callers: 0, result: load() };
    this.#calls.set(key, call);
    return call;
  }

  async #loadEntry(query: Query, signal: AbortSignal, isLatest: () => boolean): Promise<Entry> {
    const entry = await this.#findEntry(query, signal, isLatest);
    const { tag, kind } = query;
    const items = [entry.value ?? []].flat() as Items[DataTag]["stored"][];
    await this.#seen.note(tag, kind === tag ? "row" : "item", items);
    return entry;
  }

  /** The value of the store where that is better than the one in memory, else that of the source. */
  async #findEntry(query: Query, signal: AbortSignal, isLatest: () => boolean): Promise<Entry> {
    const { tag, kind, context, fetchValue } = query;
    const inMemory = this.#memory.peek(keyOf(query));
    const hasStale = inMemory !== undefined && this.#stateOf(inMemory) !== "expired";
    if (!hasStale || this.#app.store.isShared) {
      const stored = await this.#stored.read(query);
      const state = stored && this.#stateOf(stored);
      if (stored && (state === "fresh" || (state === "stale" && !hasStale))) return stored;
    }
    // The time of the request: the response may lack a change that was made after it.
    const fetchedAtMs = this.#app.clock();
    const changeId = this.#changes.lastId(tag);
    try {
      const { requestId, traceparent, onSource } = context;
      const value = await fetchValue({ requestId, traceparent, signal, onSource });
      const json = JSON.stringify(value);
      if (isLatest()) this.#stored.write(query, json, { fetchedAt: fetchedAtMs, changeId });
      this.#setFailing(kind, false);
      const state = { isInvalidated: false, isOutdated: false, isFromSource: true };
      return { tag, value, fetchedAtMs, size: json.length, ...state };
    } catch (error) {
      if (!signal.aborted) {
        if (hasStale) this.#setFailing(kind, true);
        this.#app.source.health.recordError(tag, kind === tag ? "list" : "item", error);
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
