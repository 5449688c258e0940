import type { Outcome } from "../../shared/contract/answers.ts";
import type { SiteData } from "../../shared/contract/site-data.ts";

/** A question a page asks. Its key is the address the answer has under `/bff`. */
export interface PageQuery<T> {
  key: string;
  ask: (siteData: SiteData) => Promise<Outcome<T>>;
  /**
   * `page`: the page is nothing without it, so its outcome decides the status (404, 502, 503).
   * `part`: one box among others; when it fails, that box says so.
   */
  role: "page" | "part";
}

/** A promise that carries its result, so that React's `use` reads it without suspending. */
export interface Tracked<T> extends Promise<T> {
  status?: "pending" | "fulfilled" | "rejected";
  value?: T;
  reason?: unknown;
}

/** Marks a promise with its result as React does, in time for the next render. */
export function track<T>(promise: Promise<T>): Tracked<T> {
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

/** An answer on its way or at hand. */
export interface QueryEntry {
  /** Tracked, so that `use` reads a settled one at once. */
  promise: Promise<Outcome<unknown>>;
  /** The answer as printed in the page, to print it again while hydrating; null when fetched. */
  printed: string | null;
}

/** Where a page's answers are kept: for one request on the server, for the visit in the browser. */
export interface QueryStore {
  /** The entry of a query; asks when it is not there yet. */
  entry(query: PageQuery<unknown>): QueryEntry;
  /** Navigation to a page: asks what is missing or has failed, refreshes what is old. */
  visit(queries: readonly PageQuery<unknown>[]): void;
  /** The answer if it is at hand, without asking. */
  peek<T>(query: PageQuery<T>): Outcome<T> | null;
  /** Calls back when any entry changes; returns the way out. */
  subscribe(listener: () => void): () => void;
  /** Grows with each change. */
  version(): number;
}

/** The answer as JSON that may stand inside `<script type="application/json">`. */
export function printAnswer(outcome: Outcome<unknown>): string {
  return JSON.stringify(outcome).replaceAll("<", "\\u003c");
}

/** The id of the element that holds a query's printed answer. */
export const answerElementId = (key: string) => `q:${key}`;
