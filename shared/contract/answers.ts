/** How old the data of an answer is, and the clock it was made by. Times are ISO 8601 UTC. */
export interface AnswerMeta {
  /** The server's clock: pages compare dates with this, never with their own clock. */
  now: string;
  /** When the source gave this data. */
  fetchedAt: string;
  /** True when the source is down and this is the last good copy. */
  stale: boolean;
}

/** Why there is no data: the source is silent (503), or it answered nonsense (502). */
export type FailureStatus = 502 | 503;

/**
 * What a question to the site's data comes back with. It never rejects: absence and failure
 * are values, and a failure holds nothing of the source's own words.
 */
export type Outcome<T> =
  | { kind: "ok"; data: T; meta: AnswerMeta }
  | { kind: "not-found" }
  | { kind: "unavailable"; status: FailureStatus; retryAfterSeconds: number };
