import { HOUR_MS } from "../../../shared/time.ts";

const FIRST_MS = 1_000;
const LONGEST_MS = HOUR_MS;

/**
 * The delay after `tries` tries: 1 s, doubling up to an hour, minus a random share of up to a half, which
 * spreads messages that failed together; never less than `Retry-After`.
 */
export function backoffMs(options: {
  tries: number;
  retryAfterSeconds: number | null;
  /** 0 to 1. */
  random: number;
}): number {
  const { tries, retryAfterSeconds, random } = options;
  const full = Math.min(FIRST_MS * 2 ** Math.max(0, tries - 1), LONGEST_MS);
  return Math.round(Math.max(full * (1 - random / 2), (retryAfterSeconds ?? 0) * 1000));
}
