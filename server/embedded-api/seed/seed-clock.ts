import { DAY_MS, EAST_AFRICA_OFFSET_MS, HOUR_MS } from "../../../shared/time.ts";

/** The days of a week in the order of `Date.getUTCDay`. */
export const WEEKDAYS = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/**
 * A day of Dar es Salaam (`2026-09-24`), counted from today there; minus is the past. With a weekday it is the first
 * such day from then on, so that a football cup falls on a Saturday whenever the site is set up.
 */
export function seedDay({
  now,
  days,
  weekday,
}: {
  now: Date;
  days: number;
  weekday?: Weekday | undefined;
}): string {
  // Shifted by the three hours of East Africa Time, so that the UTC day of the sum is the local one.
  const local = now.getTime() + EAST_AFRICA_OFFSET_MS + days * DAY_MS;
  const wait = weekday === undefined ? 0 : daysUntil(new Date(local).getUTCDay(), weekday);
  return new Date(local + wait * DAY_MS).toISOString().slice(0, 10);
}

/** The day that many days after another. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The instant at which clocks in Dar es Salaam show that time on that day: `2026-09-24T06:00:00Z`. */
export function instantAt(day: string, time: string, plusHours = 0): string {
  const at = Date.parse(`${day}T${time}:00+03:00`) + plusHours * HOUR_MS;
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function daysUntil(from: number, weekday: Weekday): number {
  return (WEEKDAYS.indexOf(weekday) - from + 7) % 7;
}
