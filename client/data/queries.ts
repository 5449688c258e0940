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

/** The result when there was no response. */
export const UNAVAILABLE: Outcome<never> = {
  kind: "unavailable",
  status: 503,
  retryAfterSeconds: 30,
};

/** A promise with its result, so that React's `use` reads it without suspending. */
export interface Tracked<T> extends Promise<T> {
  status?: "pending" | "fulfilled" | "rejected";
  value?: T;
  reason?: unknown;
}

/** Adds its result to a promise as React does, in time for the next render. */
export function trackPromise<T>(promise: Promise<T>): Tracked<T> {
  const tracked: Tracked<T> = promise;
  if (tracked.status) return tracked;
  tracked.status = "pending";
  promise.then(
    (value) => {
      tracked.status = "fulfilled";
      tracked.value = value;
    },
    (reason: unknown) => {
      tracked.status = "rejected";
      tracked.reason = reason;
    },
  );
  return tracked;
}

/** A query, pending or settled. */
export interface QueryEntry {
  /** Tracked, so that `use` reads a settled one synchronously. */
  promise: Promise<Outcome<unknown>>;
  /** As it is in the page, for hydration; empty when its HTML is left as it is, and null when fetched. */
  serialised: string | null;
}

/** The query cache: of one request on the server, of the visit in the browser. */
export interface QueryStore {
  /** The entry of a query; starts the query when there is none. */
  entry(query: PageQuery<unknown>): QueryEntry;
  /** Navigation to a page: starts missing and failed queries, revalidates stale ones. */
  visit(queries: readonly PageQuery<unknown>[]): void;
  /** Whether its HTML is left as the server sent it. */
  isServed(query: PageQuery<unknown>): boolean;
  /** The outcome if it is settled; starts nothing. */
  peek<T>(query: PageQuery<T>): Outcome<T> | null;
  /** Calls back when any entry changes; returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Increases with each change. */
  version(): number;
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
