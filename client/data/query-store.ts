import type { Outcome } from "../../shared/contract/site-data.ts";
import {
  type PageQuery,
  type QueryEntry,
  type QueryStore,
  trackPromise,
  UNAVAILABLE,
} from "./queries.ts";

/** Spec section 7, "Data fetching defaults": a younger entry is not fetched again, an unused one is removed. */
const FRESH_MS = 5 * 60_000;
const UNUSED_MS = 10 * 60_000;

/** What differs between a request on the server and a visit in the browser. */
export interface QuerySide {
  /** Never rejects. `first` is a failure that is known already, after which the retries begin. */
  run: (query: PageQuery<unknown>, first?: Outcome<unknown>) => Promise<Outcome<unknown>>;
  /** No outcome where its HTML is left as it is; null when it is not there (yet). `isOld`: the page is of another day. */
  read: (key: string) => { outcome: Outcome<unknown> | null; text: string; isOld: boolean } | null;
  /** A new outcome as it is written into the page; null in the browser. */
  serialise: (outcome: Outcome<unknown>, query: PageQuery<unknown>) => string | null;
}

interface Entry extends QueryEntry {
  query: PageQuery<unknown>;
  outcome: Outcome<unknown> | null;
  /** Milliseconds. */
  queriedAt: number;
  usedAt: number;
}

const isFailure = (outcome: Outcome<unknown> | null) => outcome?.kind === "unavailable";
const isSettled = ({ outcome, serialised }: Entry) => outcome !== null || serialised === "";
const mustRefresh = ({ outcome, queriedAt }: Entry) =>
  isFailure(outcome) || Date.now() - queriedAt > FRESH_MS;

const newEntry = (query: PageQuery<unknown>, promise: QueryEntry["promise"]): Entry => ({
  query,
  promise,
  outcome: null,
  serialised: null,
  queriedAt: Date.now(),
  usedAt: Date.now(),
});

/** An entry that `use` reads without suspending; that of HTML is not read. */
function settledEntry(
  query: PageQuery<unknown>,
  outcome: Outcome<unknown> | null,
  serialised: string | null = null,
): Entry {
  const value = outcome ?? UNAVAILABLE;
  const promise = Object.assign(Promise.resolve(value), { status: "fulfilled" as const, value });
  return { ...newEntry(query, promise), outcome, serialised };
}

/** A query reads the page first, then the data. A failure is retried; a stale entry is shown while it is revalidated (spec section 7). */
export function createQueryStore({ run, read, serialise }: QuerySide) {
  const entries = new Map<string, Entry>();
  const listeners = new Set<() => void>();
  let version = 0;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function start(query: PageQuery<unknown>): Entry {
    const entry = newEntry(query, trackPromise(run(query)));
    void entry.promise.then((outcome) => {
      Object.assign(entry, { outcome, serialised: serialise(outcome, query) });
      changed();
    });
    return entry;
  }

  /** Replaces the entry when the result is there; a failure replaces nothing. */
  function refresh(entry: Entry, first?: Outcome<unknown>): void {
    const { query, queriedAt } = entry;
    entry.queriedAt = Date.now();
    void run(query, first).then((outcome) => {
      // As old as before: the next visit, or a network, refreshes it.
      if (isFailure(outcome)) entry.queriedAt = queriedAt;
      else {
        entries.set(query.key, settledEntry(query, outcome));
        changed();
      }
    });
  }

  function entryOf(query: PageQuery<unknown>): Entry {
    const known = entries.get(query.key);
    if (known) {
      known.usedAt = Date.now();
      return known;
    }
    for (const [key, { usedAt }] of entries)
      if (Date.now() - usedAt > UNUSED_MS) entries.delete(key);
    const found = read(query.key);
    const entry = found ? settledEntry(query, found.outcome, found.text) : start(query);
    if (found?.isOld) entry.queriedAt = 0;
    entries.set(query.key, entry);
    // It came with the stream, after title and robots were set: they update, but not during a render.
    if (found) queueMicrotask(changed);
    // The server's failure is the first, and so is an entry of a kept page, which is old at once (where the network is back
    // already, no event says so): the retries begin after hydration, with the first delay.
    if (mustRefresh(entry)) refresh(entry, UNAVAILABLE);
    return entry;
  }

  const store: QueryStore = {
    entry: entryOf,
    visit(queries) {
      for (const query of queries) {
        const known = entries.get(query.key);
        if (known && isFailure(known.outcome)) entries.delete(query.key);
        else if (known && isSettled(known) && mustRefresh(known)) refresh(known);
        entryOf(query);
      }
    },
    isServed: ({ key }) => (entries.get(key)?.serialised ?? read(key)?.text) === "",
    peek<T>({ key }: PageQuery<T>): Outcome<T> | null {
      const outcome = entries.get(key)?.outcome ?? read(key)?.outcome ?? null;
      // A key identifies one query, whose outcome is an `Outcome<T>`.
      return outcome as Outcome<T> | null;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
  const all = () => [...entries.values()];
  return Object.assign(store, {
    /** After the network was away: what failed or is old. */
    refresh: () => {
      for (const entry of entries.values()) if (mustRefresh(entry)) refresh(entry);
    },
    /** Writes every outcome into the page anew. */
    serialiseAgain: () => {
      for (const entry of all())
        if (entry.outcome) entry.serialised = serialise(entry.outcome, entry.query);
    },
    /** Resolves when every query started so far has an outcome. */
    settled: () => Promise.all(all().map(({ promise }) => promise)),
    /** Whether a query of the role has no outcome yet; of any role unless given. */
    isPending: (role?: PageQuery<unknown>["role"]) =>
      all().some(({ outcome, query }) => outcome === null && (role ?? query.role) === query.role),
  });
}
