/** `probing`: one request is let through. `paused`: the source sent Retry-After. */
export const BREAKER_STATES = ["closed", "open", "probing", "paused"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];
