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
   * (`server/upstream/http/latency-tracker.ts`).
   */
  revalidateWaitMs: number;
  /** Limits in memory and on disk. */
  maxEntries: number;
  maxBytes: number;
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
    maxEntries: 2_000,
    maxBytes: 64 * 1024 * 1024,
  };
}

export type Freshness = "fresh" | "stale" | "expired";

/** `isNegative` marks an entry that says "there is no such item". */
export function freshnessOf(
  entry: { fetchedAtMs: number; isNegative: boolean },
  nowMs: number,
  policy: FreshnessPolicy,
): Freshness {
  const ageSeconds = (nowMs - entry.fetchedAtMs) / 1_000;
  const freshSeconds = entry.isNegative ? policy.negativeSeconds : policy.freshSeconds;
  if (ageSeconds < freshSeconds) return "fresh";
  return ageSeconds < freshSeconds + policy.staleIfErrorSeconds ? "stale" : "expired";
}
