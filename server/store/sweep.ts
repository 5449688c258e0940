import { HOUR_MS } from "../../shared/time.ts";
import type { Store } from "./store.ts";

/**
 * Deletes what is over, now and every hour: windows of rate limits, and responses of the source that are too old to be
 * served. Returns a function that ends it.
 */
export function startSweep(
  { db, fault }: Store,
  { now, servedMs }: { now: () => number; servedMs: number },
): () => void {
  async function sweep(): Promise<void> {
    if (fault() !== null) return;
    await db.deleteFrom("rateLimits").where("resetsAt", "<=", now()).execute();
    const firstServed = now() - servedMs;
    await db.deleteFrom("sourceResponses").where("fetchedAt", "<", firstServed).execute();
  }
  // What fails is deleted an hour later; the store says itself that it is down.
  const trySweep = () => void sweep().catch(() => {});
  trySweep();
  const timer = setInterval(trySweep, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
