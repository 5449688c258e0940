const FIRST_MS = 1_000;
const LONGEST_MS = 3_600_000;

/**
 * The wait after `tries` tries: 1 s doubling up to an hour, a random half of it taken off so that
 * messages that failed together do not come back together; never less than the source asked for.
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
