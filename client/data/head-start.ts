import type { RequestQueryStore } from "./request-query-store.ts";

/** Waits for the outcomes, at most the head start; an infinite one waits for all. */
export async function headStart(store: RequestQueryStore, headStartMs: number): Promise<void> {
  if (!store.isPending()) return;
  if (headStartMs === Number.POSITIVE_INFINITY) {
    await store.settled();
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeUp = new Promise((resolve) => {
    timer = setTimeout(resolve, headStartMs);
  });
  await Promise.race([store.settled(), timeUp]);
  clearTimeout(timer);
}
