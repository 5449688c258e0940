/** The age of the data of a result, and the clock it was made by. Times are ISO 8601 UTC. */
export interface OutcomeMeta {
  /** The server's clock: pages compare dates with this, never with their own clock. */
  now: string;
  /** When this data was fetched from the source. */
  fetchedAt: string;
  /** True when the source is down and this is the last good data. */
  stale: boolean;
}

/** Why there is no data: the source does not respond (503), or its response is invalid (502). */
export type FailureStatus = 502 | 503;

/**
 * The result of a query of the site's data. It never rejects: absence and failure
 * are values, and a failure contains no text of the source.
 */
export type Outcome<T> =
  | { kind: "ok"; data: T; meta: OutcomeMeta }
  | { kind: "not-found" }
  | { kind: "unavailable"; status: FailureStatus; retryAfterSeconds: number };
