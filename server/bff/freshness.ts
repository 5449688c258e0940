/** How long copies of the source's answers are good for. The one table of it; seconds. */
export interface FreshnessPolicy {
  /** Served without asking. */
  freshSeconds: number;
  /** Beyond fresh: served while the source is down. */
  staleIfErrorSeconds: number;
  /** "There is no such item" is believed this long. */
  negativeSeconds: number;
  /** A copy past its freshness waits this long for a quick source (server/upstream/pace.ts) before it is served as it is. */
  refreshWaitMs: number;
  /** Bounds of what is kept in memory and on disk. */
  maxCopies: number;
  maxBytes: number;
}

/** The policy of `FRESH_SECONDS` and `STALE_IF_ERROR_SECONDS`; the rest does not depend on the place. */
export function freshnessPolicy(settings: {
  freshSeconds: number;
  staleIfErrorSeconds: number;
}): FreshnessPolicy {
  return {
    ...settings,
    negativeSeconds: Math.min(30, settings.freshSeconds),
    refreshWaitMs: 40,
    maxCopies: 2_000,
    maxBytes: 64 * 1024 * 1024,
  };
}

export type Freshness = "fresh" | "refreshable" | "expired";

/** Where a copy stands by the clock `nowMs`; `isAbsence` marks a remembered "no such item". */
export function freshnessOf(
  copy: { fetchedAtMs: number; isAbsence: boolean },
  nowMs: number,
  policy: FreshnessPolicy,
): Freshness {
  const ageSeconds = (nowMs - copy.fetchedAtMs) / 1_000;
  const fresh = copy.isAbsence ? policy.negativeSeconds : policy.freshSeconds;
  if (ageSeconds < fresh) return "fresh";
  return ageSeconds < fresh + policy.staleIfErrorSeconds ? "refreshable" : "expired";
}
