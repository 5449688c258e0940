import { setImmediate as nextTurn } from "node:timers/promises";

/** Does the work for each item, and yields to the event loop every 8 ms. Rejects with the signal's reason. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let startedAt = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - startedAt < 8) continue;
    await nextTurn();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}
