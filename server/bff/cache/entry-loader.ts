import type { RequestContext } from "../../upstream/request-context.ts";
import type { CachedKind } from "./cached-kind.ts";
import type { Changes } from "./changes.ts";
import { type CacheEntry, type FreshnessPolicy, freshnessOf } from "./freshness-policy.ts";
import type { ResponseRows } from "./response-rows.ts";

/** What a call to the source carries: the id of the first request, and a signal that aborts when all callers have left. */
export type SourceCall = Pick<RequestContext, "requestId" | "traceparent" | "signal" | "onSource">;

/** What is read, and by whom. */
export interface Query<T> {
  kind: CachedKind<T>;
  /** Among the values of its kind. */
  key: string;
  context: RequestContext;
  fetchValue: (call: SourceCall) => Promise<T>;
}

export interface FetchContext {
  query: Query<unknown>;
  signal: AbortSignal;
  /** False after a change: a later call has replaced this one. */
  isCurrent: () => boolean;
}

export interface EntryLoaderDeps {
  policy: FreshnessPolicy;
  /** Null keeps the values in memory alone. */
  rows: ResponseRows | null;
  changes: Pick<Changes, "lastId" | "isCurrent">;
  /** Called once for each error of the source, beside the `onError` of the request. */
  onError: (kind: CachedKind<unknown>, error: unknown) => void;
  /** Called for each value that was stored by another instance, or before the start. */
  onStored: (kind: CachedKind<unknown>, fetchedAtMs: number) => void;
  /** Called when values begin to be served in place of a failing source, and when it works again. */
  onStaleIfError: (change: { kind: string; isActive: boolean }) => void;
  /** The clock, milliseconds. */
  now: () => number;
}

/** Loads an entry: the row of the store, where it is better than what is in memory, else the response of the source. */
export class EntryLoader {
  readonly #deps: EntryLoaderDeps;
  /** Kinds for which the source fails. */
  readonly #failing = new Set<string>();

  constructor(deps: EntryLoaderDeps) {
    this.#deps = deps;
  }

  async load(inMemory: CacheEntry | undefined, context: FetchContext): Promise<CacheEntry> {
    const { now, policy, rows } = this.#deps;
    const hasStale = inMemory !== undefined && freshnessOf(inMemory, now(), policy) !== "expired";
    const row = !hasStale || rows?.isShared ? await this.#readRow(context.query) : null;
    const age = row && freshnessOf(row, now(), policy);
    if (row && (age === "fresh" || (age === "stale" && !hasStale))) return row;
    return this.#loadFromSource(context, hasStale);
  }

  async #readRow({ kind, key }: Query<unknown>): Promise<CacheEntry | null> {
    const { now, rows, changes, onStored } = this.#deps;
    const row = await rows?.read(kind, key);
    if (!row) return null;
    // The clock of the other instance may be ahead.
    const fetchedAtMs = Math.min(row.fetchedAtMs, now());
    onStored(kind, fetchedAtMs);
    return {
      tag: kind.tag,
      value: row.value,
      fetchedAtMs,
      isInvalidated: !changes.isCurrent(kind.tag, row.changeId),
      isOutdated: row.shape !== kind.shape || fetchedAtMs < row.fetchedAtMs,
      isFromSource: false,
      size: row.size,
    };
  }

  async #loadFromSource(
    { query, signal, isCurrent }: FetchContext,
    hasStale: boolean,
  ): Promise<CacheEntry> {
    const { kind, key, context, fetchValue } = query;
    const { requestId, traceparent, onSource } = context;
    const { now, rows, changes } = this.#deps;
    // The time of the request: the response may lack a change that was made after it.
    const fetchedAtMs = now();
    const changeId = changes.lastId(kind.tag);
    try {
      const value = await fetchValue({ requestId, traceparent, signal, onSource });
      const json = JSON.stringify(value);
      if (isCurrent()) rows?.write(kind, key, { json, fetchedAtMs, changeId });
      this.#setFailing(kind.name, false);
      return {
        tag: kind.tag,
        value,
        fetchedAtMs,
        isInvalidated: false,
        isOutdated: false,
        isFromSource: true,
        size: json.length,
      };
    } catch (error) {
      if (!signal.aborted) {
        if (hasStale) this.#setFailing(kind.name, true);
        this.#deps.onError(kind, error);
        context.onError(error);
      }
      throw error;
    }
  }

  #setFailing(kind: string, isActive: boolean): void {
    if (this.#failing.has(kind) === isActive) return;
    if (isActive) this.#failing.add(kind);
    else this.#failing.delete(kind);
    this.#deps.onStaleIfError({ kind, isActive });
  }
}
