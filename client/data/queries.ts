import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";

/** A query of a page. Its key is the path under `/bff`, with a fragment where two views of the same path differ. */
export interface PageQuery<T> {
  key: string;
  /** The data that the query reads. A change to this data makes every page with the query out of date. */
  tags: readonly DataTag[];
  run: (siteData: SiteData) => Promise<Outcome<T>>;
  /** `page`: the outcome decides the status of the page (404, 502, 503). `part`: one box among others, which shows its own failure. */
  role: "page" | "part";
  /** Names of fields, at any depth, that no view reads. The data in the HTML omits these fields. */
  unread?: readonly string[];
  /**
   * Set when the browser leaves the server's HTML as it is. `whole`: only in a page sent in one piece, since a page with late data makes
   * its title from that data.
   */
  inert?: "always" | "whole";
  /** True when a view compares dates with the server's clock, so that the page changes every minute. */
  readsClock?: boolean;
}

export const UNAVAILABLE = {
  kind: "unavailable",
  status: 503,
  retryAfterSeconds: 30,
} as const satisfies Outcome<never>;

/** Records the result on a promise as React does, in time for the next render, so that `use` reads the result without suspending. */
export function trackPromise<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => void Object.assign(promise, { status: "fulfilled", value }),
    // Keep the original promise: the one that `then` returns would reject unhandled, which ends a server process.
    (reason: unknown) => void Object.assign(promise, { status: "rejected", reason }),
  );
  return promise;
}

interface QueryEntry {
  query: PageQuery<unknown>;
  /** A tracked promise, so that `use` reads a settled outcome synchronously. */
  promise: Promise<Outcome<unknown>>;
  outcome: Outcome<unknown> | null;
  /** The outcome as serialised in the page, for hydration. Empty when the HTML is left as it is, null when the outcome was fetched. */
  serialised: string | null;
  queriedAt: number;
  usedAt: number;
}

/**
 * Returns the outcome as JSON that is safe inside `<script type="application/json">`, without the fields that no view reads. Empty when
 * the browser leaves the server's HTML as it is.
 */
export function serialiseOutcome(
  outcome: Outcome<unknown>,
  query: PageQuery<unknown>,
  isWhole: boolean,
): string {
  const isFresh = outcome.kind === "ok" && !outcome.meta.stale;
  if (isFresh && (query.inert === "always" || (isWhole && query.inert))) return "";
  const unread = new Set(query.unread);
  // Only a saved copy shows its age. Without these times the page stays the same, so that a browser with a cached copy gets a 304.
  if (isFresh) {
    unread.add("fetchedAt");
    if (!query.readsClock) unread.add("now");
  }
  const read = (name: string, value: unknown) => (unread.has(name) ? undefined : value);
  return JSON.stringify(outcome, read).replaceAll("<", "\\u003c");
}

/** Returns the id of the element with a query's serialised outcome, or with its HTML. */
export const outcomeElementId = (key: string) => `q:${key}`;

/**
 * Spec section 7, "Data fetching defaults": an entry younger than `FRESH_MS` is not fetched again, and an entry unused for `UNUSED_MS` is
 * removed.
 */
const FRESH_MS = 5 * 60_000;
const UNUSED_MS = 10 * 60_000;

/** The functions that differ between a request on the server and a visit in the browser. */
interface QuerySide {
  /** Runs a query and never rejects. `first` is a failure that is already known, after which the retries begin. */
  run: (query: PageQuery<unknown>, first?: Outcome<unknown>) => Promise<Outcome<unknown>>;
  /**
   * Reads a query from the page; null when the page does not have it (yet). The outcome is null when the HTML is left as it is. `isOld`:
   * the page is from another day.
   */
  read: (key: string) => { outcome: Outcome<unknown> | null; text: string; isOld: boolean } | null;
  /** Serialises a new outcome for the page; null in the browser. */
  serialise: (outcome: Outcome<unknown>, query: PageQuery<unknown>) => string | null;
}

const isFailure = (outcome: Outcome<unknown> | null) => outcome?.kind === "unavailable";

export const mustRefresh = ({ outcome, queriedAt }: QueryEntry) =>
  isFailure(outcome) || Date.now() - queriedAt > FRESH_MS;

/** Creates a settled entry, which `use` reads without suspending. Nothing reads the value of an entry whose HTML is left as it is. */
function newEntry(
  query: PageQuery<unknown>,
  outcome: Outcome<unknown> | null,
  serialised: string | null = null,
): QueryEntry {
  const value = outcome ?? UNAVAILABLE;
  const promise = Object.assign(Promise.resolve(value), { status: "fulfilled" as const, value });
  return { query, promise, outcome, serialised, queriedAt: Date.now(), usedAt: Date.now() };
}

export type QueryStore = ReturnType<typeof createQueryStore>;

/**
 * Creates the store for the queries of one request on the server, or of a visit in the browser. A query reads the page first, then the
 * data. A failure is retried; a stale entry is shown while it is revalidated (spec section 7).
 */
export function createQueryStore({ run, read, serialise }: QuerySide) {
  const entries = new Map<string, QueryEntry>();
  const listeners = new Set<() => void>();
  /** Increases with each change. */
  let version = 0;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  /** Replaces the entry when the result arrives. After a failure the entry is as old as before. */
  function refresh(entry: QueryEntry, first?: Outcome<unknown>): void {
    const { query, queriedAt } = entry;
    entry.queriedAt = Date.now();
    void run(query, first).then((outcome) => {
      if (isFailure(outcome)) entry.queriedAt = queriedAt;
      else {
        entries.set(query.key, newEntry(query, outcome));
        changed();
      }
    });
  }

  /** Returns the entry of a query, and starts the query when no entry exists. */
  function entryOf(query: PageQuery<unknown>): QueryEntry {
    const now = Date.now();
    const known = entries.get(query.key);
    if (known) return Object.assign(known, { usedAt: now });
    for (const [key, { usedAt }] of entries) if (now - usedAt > UNUSED_MS) entries.delete(key);
    const found = read(query.key);
    const entry = newEntry(query, found?.outcome ?? null, found?.text);
    if (!found) {
      entry.promise = trackPromise(run(query));
      void entry.promise.then((outcome) => {
        Object.assign(entry, { outcome, serialised: serialise(outcome, query) });
        changed();
      });
    }
    if (found?.isOld) entry.queriedAt = 0;
    entries.set(query.key, entry);
    // The data came with the stream, after title and robots were set. Listeners update both, but not during a render.
    if (found) queueMicrotask(changed);
    // After a failure on the server, or in a kept page, the retries begin after hydration. No event tells when the network is back.
    if (mustRefresh(entry)) refresh(entry, UNAVAILABLE);
    return entry;
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
    entries,
    refresh,
    entry: entryOf,
    /**
     * Starts missing and failed queries of a page and revalidates stale ones. Another view of the same page shows the stale data without
     * revalidating.
     */
    visit(queries: readonly PageQuery<unknown>[], isSamePage = false) {
      for (const query of queries) {
        const known = entries.get(query.key);
        const isThere = known && (known.outcome || known.serialised === "");
        if (known && isFailure(known.outcome)) entries.delete(query.key);
        else if (isThere && !isSamePage && mustRefresh(known)) refresh(known);
        entryOf(query);
      }
    },
    /** Returns true when the HTML of a query is left as the server sent it. */
    isServed: ({ key }: PageQuery<unknown>) =>
      (entries.get(key)?.serialised ?? read(key)?.text) === "",
    /** Returns the outcome if it is settled; starts nothing. A key identifies one query, whose outcome is an `Outcome<T>`. */
    peek: <T>({ key }: PageQuery<T>) =>
      (entries.get(key)?.outcome ?? read(key)?.outcome ?? null) as Outcome<T> | null,
  };
}
