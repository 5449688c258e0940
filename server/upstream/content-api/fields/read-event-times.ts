import { DAY_MS, EAST_AFRICA_OFFSET_MS, MINUTE_MS } from "../../../../shared/time.ts";
import { type ChosenDate, dayAt } from "./read-date.ts";

interface EventTimes {
  start: ChosenDate;
  end: ChosenDate;
}

/**
 * The end of an event is absent when it is before the start, since one of the two is wrong. A day as an end lasts
 * until its midnight, so an event may end on the day it starts.
 */
export function readEventTimes({ start, end }: EventTimes): EventTimes {
  if (start.at === null || end.at === null) return { start, end };
  const endsBefore = Date.parse(end.at) + (end.precision === "day" ? DAY_MS - 1 : 0);
  if (endsBefore < Date.parse(start.at))
    return { start, end: { ...end, at: null, precision: "unknown", alias: null } };
  return (
    wholeDays({ start, end }, ({ offsetMinutes }) => offsetMinutes * MINUTE_MS) ??
    wholeDays({ start, end }, () => EAST_AFRICA_OFFSET_MS) ?? { start, end }
  );
}

/** What lasts from one midnight to another, or to 23:59, is days; an end at midnight belongs to the day before. */
function wholeDays(
  { start, end }: EventTimes,
  offsetOf: (date: ChosenDate) => number,
): EventTimes | null {
  const local = (date: ChosenDate) => Date.parse(date.at ?? "") + offsetOf(date);
  const from = local(start);
  const to = local(end) + (end.precision === "day" ? DAY_MS : 0);
  const isDays = from % DAY_MS === 0 && (to + MINUTE_MS) % DAY_MS <= MINUTE_MS;
  if (!isDays) return null;
  return {
    start: { ...start, ...dayAt(from) },
    end: { ...end, ...dayAt(Math.max(from, to - 1)) },
  };
}
