import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import type { Inbox } from "./inbox.ts";

const PURGE_EVERY_MS = 6 * HOUR_MS;

/** Erases messages older than the retention time, now and every six hours. Returns a function that stops it. */
export function startRetention(options: {
  inbox: Pick<Inbox, "purge">;
  retentionDays: number;
  /** The clock, milliseconds. */
  now: () => number;
  onPurged: (count: number) => void;
  onError: (error: unknown) => void;
}): () => void {
  const { inbox, retentionDays, now, onPurged, onError } = options;
  async function purge(): Promise<void> {
    const count = await inbox.purge(now() - retentionDays * DAY_MS);
    if (count > 0) onPurged(count);
  }
  const run = () => void purge().catch(onError);
  run();
  const timer = setInterval(run, PURGE_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
