import { setTimeout as wait } from "node:timers/promises";

/** Longer than any wait on a busy machine, but shorter than a test's time limit, whose message does not say what the test waited for. */
const LIMIT_MS = 300_000;
const EVERY_MS = 20;

/**
 * Resolves when the condition is true.
 * @throws Error with the condition, when it is still false after five minutes
 */
export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS;
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`still false after five minutes: ${isTrue}`);
    await wait(EVERY_MS);
  }
}
