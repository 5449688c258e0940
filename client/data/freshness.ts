/** Spec section 7, "Data fetching defaults". */
export const freshness = {
  /** An answer this young is not asked for again. */
  freshMs: 5 * 60_000,
  /** An answer nobody looks at is forgotten after this. */
  keepMs: 10 * 60_000,
  retries: 3,
  firstRetryMs: 1_000,
  longestRetryMs: 30_000,
} as const;

/** The wait before retry number `attempt` (0 is the first): 1 s doubling up to 30 s. */
export function retryDelayMs(attempt: number): number {
  return Math.min(freshness.firstRetryMs * 2 ** attempt, freshness.longestRetryMs);
}
