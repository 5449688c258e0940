import type { Inbox } from "./inbox.ts";

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 6 * 3_600_000;

/** Erases what is older than the retention time, now and four times a day. Returns the way to stop. */
export function startRetention(options: {
  inbox: Inbox;
  retentionDays: number;
  /** The clock, milliseconds. */
  now: () => number;
  onPurged: (count: number) => void;
  onFault: (fault: unknown) => void;
}): () => void {
  const { inbox, retentionDays, now, onPurged, onFault } = options;
  const purge = async (): Promise<void> => {
    const count = await inbox.purge(now() - retentionDays * DAY_MS);
    if (count > 0) onPurged(count);
  };
  const look = () => void purge().catch(onFault);
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
