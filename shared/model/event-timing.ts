import { DAY_MS } from "../time.ts";
import type { EventCard } from "./event-item.schema.ts";

export type EventTiming = "upcoming" | "now" | "past" | "undated";

/** The instant an event ends: its end, the end of its last day, or its start when it has no end. */
function eventEnd(
  event: Pick<EventCard, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">,
): number | null {
  if (event.startsAt === null) return null;
  const start = Date.parse(event.startsAt);
  if (event.endsAt === null) return event.startPrecision === "day" ? start + DAY_MS : start;
  const end = Date.parse(event.endsAt);
  return event.endPrecision === "day" ? end + DAY_MS : end;
}

/**
 * The state of an event at the given time (milliseconds): upcoming when it starts after now, under
 * way until it has ended, undated when its start is absent or invalid.
 */
export function eventTiming(
  event: Pick<EventCard, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">,
  nowMs: number,
): EventTiming {
  const end = eventEnd(event);
  if (event.startsAt === null || end === null) return "undated";
  if (Date.parse(event.startsAt) > nowMs) return "upcoming";
  return end > nowMs ? "now" : "past";
}
