import { setImmediate as nextTurn } from "node:timers/promises";

/** Does the work for each item. Yields to the event loop first, and again every 8 ms. Rejects with the signal's reason. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let endsAt = 0;
  for (const item of items) {
    if (performance.now() >= endsAt) {
      await nextTurn();
      signal?.throwIfAborted();
      endsAt = performance.now() + 8;
    }
    work(item);
  }
}
