import { setImmediate as nextTurn } from "node:timers/promises";

/** How long work may block the event loop. */
const SLICE_MS = 8;

/** Runs work in steps and yields to the event loop after each slice. Rejects with the signal's reason. */
export async function inSlices<Result>(
  steps: Iterator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let sliceStartedAt = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    sliceStartedAt = performance.now();
  }
}
