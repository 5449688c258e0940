/** Spec section 7, "Data fetching defaults". */
export const freshness = {
  /** A younger entry is not fetched again. */
  freshMs: 5 * 60_000,
  /** An entry unused for this long is removed. */
  unusedMs: 10 * 60_000,
} as const;
