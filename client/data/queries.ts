import type { DataTag, Outcome, SiteData } from "../../shared/contract/site-data.ts";

/** A query of a page. Its key is the path under `/bff`, and what tells two views of it apart. */
export interface PageQuery<T> {
  key: string;
  /** The data it reads: a change to it puts a page with this query out of date. */
  tags: readonly DataTag[];
  run: (siteData: SiteData) => Promise<Outcome<T>>;
  /** `page`: its outcome decides the status (404, 502, 503). `part`: one box among others, which shows its own failure. */
  role: "page" | "part";
  /** Names of fields, at any depth, that no view reads: the data in the HTML is without them. */
  unread?: readonly string[];
  /** The browser leaves the server's HTML as it is. `whole`: in a page that was sent whole, since a late one makes its title of the data. */
  inert?: "always" | "whole";
  /** A view compares dates with the server's clock, so that the page changes with each minute. */
  readsClock?: boolean;
}

export const UNAVAILABLE = {
  kind: "unavailable",
  status: 503,
  retryAfterSeconds: 30,
} as const satisfies Outcome<never>;

/** Adds its result to a promise as React does, in time for the next render: `use` reads it without suspending. */
export function trackPromise<T>(promise: Promise<T>): Promise<T> {
  promise.then(
    (value) => void Object.assign(promise, { status: "fulfilled", value }),
    // Nothing is returned: it would be the rejected promise, which nobody handles, and which ends a server.
    (reason: unknown) => void Object.assign(promise, { status: "rejected", reason }),
  );
  return promise;
}

interface QueryEntry {
  query: PageQuery<unknown>;
  /** Tracked, so that `use` reads a settled one synchronously. */
  promise: Promise<Outcome<unknown>>;
  outcome: Outcome<unknown> | null;
  /** As it is in the page, for hydration; empty when its HTML is left as it is, and null when fetched. */
  serialised: string | null;
  queriedAt: number;
  usedAt: number;
}

/** The outcome as JSON, safe inside `<script type="application/json">`, without what no view reads; empty for HTML that stays. */
export function serialiseOutcome(
  outcome: Outcome<unknown>,
  query: PageQuery<unknown>,
  isWhole: boolean,
): string {
  const isFresh = outcome.kind === "ok" && !outcome.meta.stale;
  if (isFresh && (query.inert === "always" || (isWhole && query.inert))) return "";
  const unread = new Set(query.unread);
  // Only a saved copy tells its age. Without it the page stays the same, and a browser that has it gets a 304.
  if (isFresh) {
    unread.add("fetchedAt");
    if (!query.readsClock) unread.add("now");
  }
  const read = (name: string, value: unknown) => (unread.has(name) ? undefined : value);
  return JSON.stringify(outcome, read).replaceAll("<", "\\u003c");
}

/** The id of the element with a query's serialised outcome, or with its HTML. */
export const outcomeElementId = (key: string) => `q:${key}`;

/** Spec section 7, "Data fetching defaults": a younger entry is not fetched again, an unused one is removed. */
const FRESH_MS = 5 * 60_000;
const UNUSED_MS = 10 * 60_000;

/** What differs between a request on the server and a visit in the browser. */
interface QuerySide {
  /** Never rejects. `first` is a failure that is known already, after which the retries begin. */
  run: (query: PageQuery<unknown>, first?: Outcome<unknown>) => Promise<Outcome<unknown>>;
  /** No outcome where its HTML is left as it is; null when it is not there (yet). `isOld`: the page is of another day. */
  read: (key: string) => { outcome: Outcome<unknown> | null; text: string; isOld: boolean } | null;
  /** A new outcome as it is written into the page; null in the browser. */
  serialise: (outcome: Outcome<unknown>, query: PageQuery<unknown>) => string | null;
}

const isFailure = (outcome: Outcome<unknown> | null) => outcome?.kind === "unavailable";

export const mustRefresh = ({ outcome, queriedAt }: QueryEntry) =>
  isFailure(outcome) || Date.now() - queriedAt > FRESH_MS;

/** A settled entry, which `use` reads without suspending; that of HTML is not read. */
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
 * The queries of one request on the server, or of a visit in the browser: a query reads the page first, then the data. A failure is
 * retried; a stale entry is shown while it is revalidated (spec section 7).
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

  /** Replaces the entry when the result is there; after a failure it is as old as before. */
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

  /** The entry of a query; starts the query when there is none. */
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
    // It came with the stream, after title and robots were set: they update, but not during a render.
    if (found) queueMicrotask(changed);
    // A failure of the server, or a kept page: the retries begin after hydration. No event says that the network is back.
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
    /** Navigation to a page: starts missing and failed queries, revalidates stale ones. Another view of the same page shows what is there as it is. */
    visit(queries: readonly PageQuery<unknown>[], isSamePage = false) {
      for (const query of queries) {
        const known = entries.get(query.key);
        const isThere = known && (known.outcome || known.serialised === "");
        if (known && isFailure(known.outcome)) entries.delete(query.key);
        else if (isThere && !isSamePage && mustRefresh(known)) refresh(known);
        entryOf(query);
      }
    },
    /** Whether its HTML is left as the server sent it. */
    isServed: ({ key }: PageQuery<unknown>) =>
      (entries.get(key)?.serialised ?? read(key)?.text) === "",
    /** The outcome if it is settled; starts nothing. A key identifies one query, whose outcome is an `Outcome<T>`. */
    peek: <T>({ key }: PageQuery<T>) =>
      (entries.get(key)?.outcome ?? read(key)?.outcome ?? null) as Outcome<T> | null,
  };
}
