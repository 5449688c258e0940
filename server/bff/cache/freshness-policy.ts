import type { DataTag } from "../../../shared/contract/site-data.ts";
import { SECOND_MS } from "../../../shared/time.ts";

/** How long responses of the source are cached. */
export interface FreshnessPolicy {
  /** Served without a query to the source. */
  freshSeconds: number;
  /** After `freshSeconds`: served while the source fails. */
  staleIfErrorSeconds: number;
  /** How long "there is no such item" is cached. */
  negativeSeconds: number;
  /**
   * How long a request with a stale entry waits for its revalidation when the source is quick
   * (`server/upstream/http/instrumented-http-client.ts`).
   */
  revalidateWaitMs: number;
}

/** The policy for `FRESH_SECONDS` and `STALE_IF_ERROR_SECONDS`; the rest is fixed. */
export function freshnessPolicy(settings: {
  freshSeconds: number;
  staleIfErrorSeconds: number;
}): FreshnessPolicy {
  return {
    ...settings,
    negativeSeconds: Math.min(30, settings.freshSeconds),
    revalidateWaitMs: 40,
  };
}

/** A value of the source in memory. */
export interface CacheEntry<T = unknown> {
  tag: DataTag;
  /** Null: "there is no such item". */
  value: T;
  fetchedAtMs: number;
  /** A change came after it was fetched: it is fetched again before it is served, unless the source fails. */
  isInvalidated: boolean;
  /** Written under another schema or clock: stale at once, since it may lack fields. */
  isOutdated: boolean;
  isFromSource: boolean;
  /** Length of the value as JSON, about its bytes. */
  size: number;
}

export function freshnessOf(
  { value, fetchedAtMs, isInvalidated, isOutdated }: CacheEntry,
  nowMs: number,
  policy: FreshnessPolicy,
): "fresh" | "stale" | "expired" {
  const ageSeconds = (nowMs - fetchedAtMs) / SECOND_MS;
  const freshSeconds = value === null ? policy.negativeSeconds : policy.freshSeconds;
  if (ageSeconds >= freshSeconds + policy.staleIfErrorSeconds) return "expired";
  return ageSeconds < freshSeconds && !isInvalidated && !isOutdated ? "fresh" : "stale";
}
