import type { PageTag } from "../../shared/contract/data-tags.ts";
import type { Outcome, SiteData } from "../../shared/contract/site-data.ts";

/** A query of a page. Its key is the path under `/bff`, with a fragment where two views of the same path differ. */
export interface PageQuery<T> {
  key: string;
  /** The data that the query reads. A change to this data makes every page with the query out of date. */
  tags: readonly PageTag[];
  run: (siteData: SiteData) => Promise<Outcome<T>>;
  /**
   * `page`: the outcome decides the status of the page (404, 502, 503). `section`: one box among others, which shows its own failure.
   * `content`: the documents of the page, which the server has in memory.
   */
  role: "page" | "section" | "content";
  /** Names of fields, at any depth, that no view reads. The data in the HTML omits these fields. */
  unread?: readonly string[];
  /** The fields of the data that the HTML contains as JSON, such as `contact.headings.form`, if not all of them. */
  inBrowser?: readonly string[];
  /**
   * Set when the browser leaves the server's HTML as it is, so that the HTML contains no JSON. `when-whole`: only in a page sent in one
   * piece, since a page with late data makes its title from that data.
   */
  keepsHtml?: "always" | "when-whole";
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

/**
 * The way in which the browser gets the outcome of a query: not at all, because the server's HTML stays; as JSON in the HTML; or by a
 * request of its own.
 */
export type Delivery = { kind: "html" } | { kind: "json"; text: string } | { kind: "fetched" };

const FETCHED: Delivery = { kind: "fetched" };

export interface QueryEntry {
  query: PageQuery<unknown>;
  /** A tracked promise, so that `use` reads a settled outcome synchronously. */
  promise: Promise<Outcome<unknown>>;
  outcome: Outcome<unknown> | null;
  delivery: Delivery;
  queriedAt: number;
  usedAt: number;
}

/** Returns the way in which the browser gets an outcome that is in the server's HTML. The JSON is safe inside a `script` element. */
export function deliveryOf(
  outcome: Outcome<unknown>,
  query: PageQuery<unknown>,
  isWhole: boolean,
): Delivery {
  const isFresh = outcome.kind === "ok" && !outcome.meta.stale;
  const keepsHtml = query.keepsHtml === "always" || (isWhole && query.keepsHtml !== undefined);
  if (isFresh && keepsHtml) return { kind: "html" };
  const unread = new Set(query.unread);
  // Only a saved copy shows its age. Without these times the page stays the same, so that a browser with a cached copy gets a 304.
  if (isFresh) {
    unread.add("fetchedAt");
    if (!query.readsClock) unread.add("now");
  }
  const read = (name: string, value: unknown) => (unread.has(name) ? undefined : value);
  const text = JSON.stringify(inBrowser(outcome, query), read).replaceAll("<", "\\u003c");
  return { kind: "json", text };
}

/** Returns an outcome with only the fields that the browser reads. */
function inBrowser(outcome: Outcome<unknown>, query: PageQuery<unknown>): Outcome<unknown> {
  if (outcome.kind !== "ok" || query.inBrowser === undefined) return outcome;
  const { note } = Object(outcome.data);
  const data = note ? { note } : {};
  for (const path of query.inBrowser) copyField(outcome.data, data, path.split("."));
  return { ...outcome, data };
}

/** Copies the field at a path, with the objects around it. */
function copyField(from: unknown, to: object, [name = "", ...inner]: string[]): void {
  const value = Reflect.get(Object(from), name);
  if (inner.length === 0) {
    Reflect.set(to, name, value);
    return;
  }
  const own = Reflect.get(to, name) ?? {};
  Reflect.set(to, name, own);
  copyField(value, own, inner);
}

/** Returns the id of the element with a query's serialised outcome, or with its HTML. */
export const outcomeElementId = (key: string) => `q:${key}`;

/** Returns true for an element in HTML of the server that React leaves as it is: that of a query, or of a `staticPart`. */
export const isInServedHtml = (element: Element) => element.closest("[id^='q:']") !== null;

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
   * Reads a query from the page; null when the page does not have the query (yet). The outcome is null when the HTML stays. `isOld`: the
   * page is from another day.
   */
  read: (
    key: string,
  ) => { outcome: Outcome<unknown> | null; delivery: Delivery; isOld: boolean } | null;
  /** Returns the delivery of a new outcome. */
  deliver: (outcome: Outcome<unknown>, query: PageQuery<unknown>) => Delivery;
}

const isFailure = (outcome: Outcome<unknown> | null) => outcome?.kind === "unavailable";

export const mustRefresh = ({ outcome, queriedAt }: QueryEntry) =>
  isFailure(outcome) || Date.now() - queriedAt > FRESH_MS;

/** Creates a settled entry, which `use` reads without suspending. Nothing reads the value of an entry whose HTML is left as it is. */
function newEntry(
  query: PageQuery<unknown>,
  outcome: Outcome<unknown> | null,
  delivery: Delivery = FETCHED,
): QueryEntry {
  const value = outcome ?? UNAVAILABLE;
  const promise = Object.assign(Promise.resolve(value), { status: "fulfilled" as const, value });
  return { query, promise, outcome, delivery, queriedAt: Date.now(), usedAt: Date.now() };
}

export type QueryStore = ReturnType<typeof createQueryStore>;

/**
 * Creates the store for the queries of one request on the server, or of a visit in the browser. A query reads the page first, then the
 * data. A failure is retried; a stale entry is shown while it is revalidated (spec section 7).
 */
export function createQueryStore({ run, read, deliver }: QuerySide) {
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

  function start(entry: QueryEntry): void {
    const { query } = entry;
    entry.promise = trackPromise(run(query));
    void entry.promise.then((outcome) => {
      Object.assign(entry, { outcome, delivery: deliver(outcome, query) });
      changed();
    });
  }

  /** Returns the entry of a query, and starts the query when neither an entry nor the page has it. */
  function entryOf(query: PageQuery<unknown>): QueryEntry {
    const now = Date.now();
    const known = entries.get(query.key);
    if (known) return Object.assign(known, { usedAt: now });
    for (const [key, { usedAt }] of entries) if (now - usedAt > UNUSED_MS) entries.delete(key);
    const found = read(query.key);
    const entry = newEntry(query, found?.outcome ?? null, found?.delivery);
    if (!found) start(entry);
    // The documents of a kept page stay as the visitor sees them, and open answers stay open.
    if (found?.isOld && query.role !== "content") entry.queriedAt = 0;
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
        const isThere = known && (known.outcome || known.delivery.kind === "html");
        if (known && isFailure(known.outcome)) entries.delete(query.key);
        else if (isThere && !isSamePage && mustRefresh(known)) refresh(known);
        entryOf(query);
      }
    },
    /** Fetches a query whose HTML stays, for another view of the data than the one in the server's HTML. */
    fetchEntry(query: PageQuery<unknown>): QueryEntry {
      const known = entryOf(query);
      if (known.delivery.kind !== "html" || known.outcome !== null) return known;
      const entry = newEntry(query, null);
      start(entry);
      entries.set(query.key, entry);
      return entry;
    },
    /** Returns true when the HTML of a query stays as the server sent it. */
    isServed: ({ key }: PageQuery<unknown>) =>
      (entries.get(key)?.delivery ?? read(key)?.delivery)?.kind === "html",
    /** Returns the outcome if it is settled; starts nothing. A key identifies one query, whose outcome is an `Outcome<T>`. */
    peek: <T>({ key }: PageQuery<T>) =>
      (entries.get(key)?.outcome ?? read(key)?.outcome ?? null) as Outcome<T> | null,
  };
}
