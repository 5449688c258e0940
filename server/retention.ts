import { HOUR_MS } from "../shared/time.ts";

const PURGE_EVERY_MS = 6 * HOUR_MS;

/** Erases what is older than the retention time, now and every six hours. Returns a function that stops it. */
export function startRetention(options: {
  /** Erases what came before, milliseconds, and returns how many. */
  store: { purge: (before: number) => Promise<number> };
  retentionMs: number;
  /** The clock, milliseconds. */
  now: () => number;
  onPurged: (count: number) => void;
  onError: (error: unknown) => void;
}): () => void {
  const { store, retentionMs, now, onPurged, onError } = options;
  async function purge(): Promise<void> {
    const count = await store.purge(now() - retentionMs);
    if (count > 0) onPurged(count);
  }
  const run = () => void purge().catch(onError);
  run();
  const timer = setInterval(run, PURGE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
