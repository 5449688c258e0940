import type { Inbox } from "./inbox.ts";

const DAY_MS = 86_400_000;
const PURGE_EVERY_MS = 6 * 3_600_000;

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
