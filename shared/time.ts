export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** East Africa Time is UTC+3 all year. */
export const EAST_AFRICA_OFFSET_MS = 3 * HOUR_MS;

/** Returns the later of two instants, in its own notation. */
export const later = (one: string | null, other: string | null): string | null =>
  Date.parse(other ?? "") > (Date.parse(one ?? "") || 0) ? other : one;

/** Formats a time in milliseconds as ISO 8601; empty for null. */
export const isoTime = (at: number | null) => (at === null ? "" : new Date(at).toISOString());
