import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work may hold the event loop before others have their turn; a reader does not notice it. */
const SLICE_MS = 8;

/** Runs work that is cut into steps to its end, at one go. */
export function atOnce<Result>(steps: Iterator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs work that is cut into steps with a pause whenever it has held the event loop for long. Rejects with the
 * signal's reason when nobody waits for it any more.
 */
export async function inSlices<Result>(
  steps: Iterator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let begunAt = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - begunAt < SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    begunAt = performance.now();
  }
}
