import { DAY_MS } from "../time.ts";
import type { EventCardData } from "./event-item.schema.ts";

type EventDates = Pick<EventCardData, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">;

/** Returns the end of an event, the end of its last day, or its start when the event has no end. */
function eventEnd({ startsAt, startPrecision, endsAt, endPrecision }: EventDates): number | null {
  if (startsAt === null) return null;
  const [last, precision] = endsAt === null ? [startsAt, startPrecision] : [endsAt, endPrecision];
  return Date.parse(last) + (precision === "day" ? DAY_MS : 0);
}

export type EventTiming = "upcoming" | "now" | "past" | "undated";

/** Returns `upcoming` for an event that starts after now (milliseconds), `now` until its end, `undated` without a valid start. */
export function eventTiming(event: EventDates, nowMs: number): EventTiming {
  const end = eventEnd(event);
  if (event.startsAt === null || end === null) return "undated";
  if (Date.parse(event.startsAt) > nowMs) return "upcoming";
  return end > nowMs ? "now" : "past";
}
