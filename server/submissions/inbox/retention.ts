import { DAY_MS, HOUR_MS } from "../../../shared/time.ts";
import type { Inbox } from "./inbox.ts";

const LOOK_EVERY_MS = 6 * HOUR_MS;

/** Erases what is older than the retention time, now and four times a day. Returns the way to stop. */
export function startRetention(options: {
  inbox: Inbox;
  retentionDays: number;
  /** The clock, milliseconds. */
  now: () => number;
  onPurged: (count: number) => void;
  onError: (fault: unknown) => void;
}): () => void {
  const { inbox, retentionDays, now, onPurged, onError } = options;
  const purge = async (): Promise<void> => {
    const count = await inbox.purge(now() - retentionDays * DAY_MS);
    if (count > 0) onPurged(count);
  };
  const look = () => void purge().catch(onError);
  look();
  const timer = setInterval(look, LOOK_EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
