import words from "../../content/words/en/dates.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import type { ItemDate } from "../../shared/model/item-fields.schema.ts";
import { dateError, EAST_AFRICA, formatDay, formatter, type Zone } from "./dates.ts";

/** "08:30"; null where the source gave no time. */
export const formatClock = ({ at, precision }: ItemDate, zone: Zone = EAST_AFRICA) =>
  at !== null && precision === "time"
    ? formatter(zone.timeZone, "time").format(new Date(at))
    : null;

/** "19–27 November 2026", of two days as `formatDay` writes them: what both share is said once. */
function dayRange(from: string, to: string): string {
  const [day, month, year] = from.split(" ");
  const [, toMonth, toYear] = to.split(" ");
  if (year !== toYear) return `${from} – ${to}`;
  return month === toMonth ? `${day}–${to}` : `${day} ${month} – ${to}`;
}

/** ", 08:30–17:00"; of a time without the other, ", from 08:30". */
function clockRange(from: string | null, to: string | null): string {
  if (from === null) return to === null ? "" : fill(words.until, { to });
  return to === null ? fill(words.from, { from }) : `, ${from}–${to}`;
}

/** The day and the time of an end; midnight belongs to the day before. Null without an end. */
function lastDay(startAt: string, end: ItemDate, zone: Zone): [string, string | null] | null {
  if (dateError(end) || end.at === null) return null;
  const clock = formatClock(end, zone);
  if (clock !== "00:00" || end.at <= startAt) return [formatDay(end, zone), clock];
  const before = new Date(Date.parse(end.at) - 1).toISOString();
  return [formatDay({ ...end, at: before }, zone), "24:00"];
}

/**
 * The time of an event with its zone: "Sat 18 July 2026, 09:00–17:00 EAT", over several days
 * "19–27 November 2026, 08:30–17:00 EAT". An end without a time is a whole day.
 */
export function formatRange(start: ItemDate, end: ItemDate, zone: Zone = EAST_AFRICA): string {
  const error = dateError(start);
  if (error || start.at === null) return error ?? words.invalid;
  const from = formatDay(start, zone);
  const startsAt = formatClock(start, zone);
  const [to, endsAt] = lastDay(start.at, end, zone) ?? [from, null];
  const zoned = startsAt || endsAt ? ` ${zone.label}` : "";
  // Through a night: each time stays with its day.
  if (from !== to && startsAt && endsAt && endsAt <= startsAt)
    return `${from}, ${startsAt} – ${to}, ${endsAt}${zoned}`;
  if (from !== to) return dayRange(from, to) + clockRange(startsAt, endsAt) + zoned;
  const weekday = formatter(zone.timeZone, "weekday").format(new Date(start.at)).replace(",", "");
  if (startsAt && (endsAt === null || endsAt === startsAt))
    return `${weekday}, ${startsAt}${zoned}`;
  return weekday + clockRange(startsAt, endsAt) + zoned;
}
