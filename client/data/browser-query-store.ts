import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";
import { freshness } from "./freshness.ts";
import {
  outcomeElementId,
  type PageQuery,
  type QueryEntry,
  type QueryStore,
  trackPromise,
  UNAVAILABLE,
} from "./page-query.ts";
import { queryWithRetries } from "./query-retries.ts";

interface CacheEntry extends QueryEntry {
  query: PageQuery<unknown>;
  outcome: Outcome<unknown> | null;
  /** Browser clock, milliseconds. */
  queriedAt: number;
  usedAt: number;
}

interface State {
  siteData: SiteData;
  entries: Map<string, CacheEntry>;
  listeners: Set<() => void>;
  version: number;
}

const failed: Promise<Outcome<unknown>> = Promise.resolve(UNAVAILABLE);
const isFailure = (outcome: Outcome<unknown> | null) => outcome?.kind === "unavailable";
const isStale = (entry: CacheEntry) => Date.now() - entry.queriedAt > freshness.freshMs;

/** The outcome that the server serialised into the page; null when it is not there (yet). */
function serialisedOutcome(key: string): { outcome: Outcome<unknown>; text: string } | null {
  const text = document.getElementById(outcomeElementId(key))?.textContent;
  if (!text) return null;
  // Written by `serialiseOutcome` on our own server.
  return { outcome: JSON.parse(text) as Outcome<unknown>, text };
}

/** An entry that `use` reads without suspending. */
function settledEntry(
  query: PageQuery<unknown>,
  outcome: Outcome<unknown>,
  serialised: string | null,
): CacheEntry {
  const promise = Object.assign(Promise.resolve(outcome), {
    status: "fulfilled" as const,
    value: outcome,
  });
  const now = Date.now();
  // A kept page (client/service-worker/kept-pages.ts) holds data of another day.
  const isOld = serialised !== null && document.querySelector(".kept-line") !== null;
  return { query, outcome, serialised, queriedAt: isOld ? 0 : now, usedAt: now, promise };
}

function changed(state: State): void {
  state.version += 1;
  for (const listener of state.listeners) listener();
}

function pendingEntry(state: State, query: PageQuery<unknown>): CacheEntry {
  const now = Date.now();
  const promise = trackPromise(queryWithRetries(query, state.siteData));
  const entry: CacheEntry = {
    query,
    outcome: null,
    serialised: null,
    queriedAt: now,
    usedAt: now,
    promise,
  };
  void promise.then((outcome) => {
    entry.outcome = outcome;
    changed(state);
  });
  return entry;
}

/** Replaces the entry when the result is there; a failure replaces nothing. */
function refresh(state: State, entry: CacheEntry, first?: typeof failed): void {
  const { queriedAt } = entry;
  entry.queriedAt = Date.now();
  void queryWithRetries(entry.query, state.siteData, first).then((outcome) => {
    if (isFailure(outcome)) {
      // As old as before: the next visit, or a network, refreshes it.
      entry.queriedAt = queriedAt;
      return;
    }
    state.entries.set(entry.query.key, settledEntry(entry.query, outcome, null));
    changed(state);
  });
}

function removeUnused({ entries }: State): void {
  for (const [key, entry] of entries) {
    if (Date.now() - entry.usedAt > freshness.unusedMs) entries.delete(key);
  }
}

function entryOf(state: State, query: PageQuery<unknown>): CacheEntry {
  const known = state.entries.get(query.key);
  if (known) {
    known.usedAt = Date.now();
    return known;
  }
  removeUnused(state);
  const serialised = serialisedOutcome(query.key);
  const entry = serialised
    ? settledEntry(query, serialised.outcome, serialised.text)
    : pendingEntry(state, query);
  state.entries.set(query.key, entry);
  // It came with the stream, after title and robots were set: they update, but not during a render.
  if (serialised) queueMicrotask(() => changed(state));
  // The server's failure is the first, and so is an entry of a kept page, which is old at once (where the network is back already, no
  // event says so): the retries begin after hydration, with the first delay.
  if (isFailure(entry.outcome) || isStale(entry)) refresh(state, entry, failed);
  return entry;
}

function visit(state: State, queries: readonly PageQuery<unknown>[]): void {
  for (const query of queries) {
    const known = state.entries.get(query.key);
    if (known && isFailure(known.outcome)) state.entries.delete(query.key);
    else if (known?.outcome && isStale(known)) refresh(state, known);
    entryOf(state, query);
  }
}

/**
 * The query cache of one visit. A query reads the page first, then `/bff`. A failure, the server's
 * too, is retried; a stale entry is shown while it is revalidated; on reconnect, failed and stale
 * entries are fetched again (spec section 7).
 */
export function createBrowserQueryStore(siteData: SiteData): QueryStore {
  const state: State = { siteData, entries: new Map(), listeners: new Set(), version: 0 };

  window.addEventListener("online", () => {
    for (const entry of state.entries.values()) {
      if (isFailure(entry.outcome) || isStale(entry)) refresh(state, entry);
    }
  });

  return {
    entry: (query) => entryOf(state, query),
    visit: (queries) => visit(state, queries),
    peek<T>({ key }: PageQuery<T>): Outcome<T> | null {
      const outcome = state.entries.get(key)?.outcome ?? serialisedOutcome(key)?.outcome ?? null;
      // A key identifies one query, whose outcome is an `Outcome<T>`.
      return outcome as Outcome<T> | null;
    },
    subscribe(listener) {
      state.listeners.add(listener);
      return () => state.listeners.delete(listener);
    },
    version: () => state.version,
  };
}
