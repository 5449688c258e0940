import words from "../../content/words/en/dates.json" with { type: "json" };
import language from "../../content/words/en/language.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import type { EventCardData } from "../../shared/model/event-item.schema.ts";
import type { ItemDate } from "../../shared/model/item-fields.schema.ts";

const EAST_AFRICA = { timeZone: "Africa/Dar_es_Salaam", label: "EAT" } as const;

export type Zone = { timeZone: string; label: string };

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, kind: "day" | "weekday" | "time"): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language.locale, {
    timeZone,
    ...(kind === "time"
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { day: "numeric", month: "long", year: "numeric" }),
    ...(kind === "weekday" ? { weekday: "short" } : {}),
  });
  formatters.set(key, made);
  return made;
}

/** Returns the instant of a date; for a missing or invalid date, the text of spec section 8. */
function instantOf({ at, precision }: ItemDate): Date | string {
  if (precision === "unknown") return words.unknown;
  const instant = new Date(at ?? Number.NaN);
  return precision === "invalid" || Number.isNaN(instant.getTime()) ? words.invalid : instant;
}

/** Returns "12 March 2025", or the text of `instantOf`. */
export function formatDay(date: ItemDate, zone: Zone = EAST_AFRICA): string {
  const instant = instantOf(date);
  return typeof instant === "string" ? instant : formatter(zone.timeZone, "day").format(instant);
}

/** Returns "08:30"; null when the source gave no time. */
export function formatClock(date: ItemDate, zone: Zone = EAST_AFRICA): string | null {
  const instant = instantOf(date);
  if (date.precision !== "time" || typeof instant === "string") return null;
  return formatter(zone.timeZone, "time").format(instant);
}

/** Returns "12 March 2025, 11:30 EAT"; without the time when the source gave only a day. */
export function formatMoment(date: ItemDate, zone: Zone = EAST_AFRICA): string {
  const clock = formatClock(date, zone);
  return formatDay(date, zone) + (clock === null ? "" : `, ${clock} ${zone.label}`);
}

/** Returns "14:05 EAT" on the same day as `now`, otherwise "12 March 2025, 14:05 EAT". Times are ISO 8601. */
export function formatSince(at: string, now: string, zone: Zone = EAST_AFRICA): string {
  const moment = formatMoment({ at, precision: "time" }, zone);
  const today = formatDay({ at: now, precision: "day" }, zone);
  return moment.replace(`${today}, `, "");
}

/** Returns "19–27 November 2026" for two days in the form of `formatDay`. Month and year appear once when both days share them. */
function dayRange(from: string, to: string): string {
  const [day, month, year] = from.split(" ");
  const [, toMonth, toYear] = to.split(" ");
  if (year !== toYear) return `${from} – ${to}`;
  return month === toMonth ? `${day}–${to}` : `${day} ${month} – ${to}`;
}

/** Returns ", 08:30–17:00"; without an end, ", from 08:30". */
function clockRange(from: string | null, to: string | null): string {
  if (from === null) return to === null ? "" : fill(words.until, { to });
  return to === null ? fill(words.from, { from }) : `, ${from}–${to}`;
}

/** Returns the day and the time of an end; null without an end. Midnight belongs to the day before. */
function lastDay(startAt: string, end: ItemDate, zone: Zone): [string, string | null] | null {
  if (end.at === null || typeof instantOf(end) === "string") return null;
  const clock = formatClock(end, zone);
  if (clock !== "00:00" || end.at <= startAt) return [formatDay(end, zone), clock];
  const before = new Date(Date.parse(end.at) - 1).toISOString();
  return [formatDay({ ...end, at: before }, zone), "24:00"];
}

/** Returns "Sat 18 July 2026, 09:00–17:00 EAT" or "19–27 November 2026, 08:30–17:00 EAT". An end without a time is a whole day. */
export function formatRange(start: ItemDate, end: ItemDate, zone: Zone = EAST_AFRICA): string {
  const from = formatDay(start, zone);
  if (start.at === null || typeof instantOf(start) === "string") return from;
  const startsAt = formatClock(start, zone);
  const [to, endsAt] = lastDay(start.at, end, zone) ?? [from, null];
  const zoned = startsAt || endsAt ? ` ${zone.label}` : "";
  // The event goes through a night, so each time stays with its day.
  if (from !== to && startsAt && endsAt && endsAt <= startsAt)
    return `${from}, ${startsAt} – ${to}, ${endsAt}${zoned}`;
  if (from !== to) return dayRange(from, to) + clockRange(startsAt, endsAt) + zoned;
  const weekday = formatter(zone.timeZone, "weekday").format(new Date(start.at)).replace(",", "");
  if (startsAt && (endsAt === null || endsAt === startsAt))
    return `${weekday}, ${startsAt}${zoned}`;
  return weekday + clockRange(startsAt, endsAt) + zoned;
}

/** The parts of the day in Kiswahili, each with the hour (of 24) before which it ends. */
const PARTS = [
  [4, "usiku"],
  [6, "alfajiri"],
  [12, "asubuhi"],
  [16, "mchana"],
  [19, "jioni"],
] as const;

/** Returns "08:30" as "saa 2:30 asubuhi": Kiswahili counts the hours from six in the morning and from six in the evening. */
export function swahiliClock(time: string): string {
  const hour = Number(time.slice(0, 2));
  const part = PARTS.find(([end]) => hour < end)?.[1] ?? "usiku";
  return `saa ${(hour + 6) % 12 || 12}:${time.slice(3)} ${part}`;
}

/** Returns "Saa 2:30 asubuhi hadi 11:00 jioni" for two times on the 24-hour clock; the second may be missing. */
export function swahiliRange(from: string, to: string | null): string {
  const start = swahiliClock(from).replace("s", "S");
  return to === null || to === from
    ? start
    : `${start} hadi ${swahiliClock(to).replace("saa ", "")}`;
}

export type When = Pick<EventCardData, "startsAt" | "startPrecision" | "endsAt" | "endPrecision">;

export const startOf = ({ startsAt, startPrecision }: When): ItemDate => ({
  at: startsAt,
  precision: startPrecision,
});

export const endOf = ({ endsAt, endPrecision }: When): ItemDate => ({
  at: endsAt,
  precision: endPrecision,
});

export const eventWhen = (event: When): string => formatRange(startOf(event), endOf(event));

/** Returns the value of `datetime`. A date with the precision of a day has no time. */
export const dateTime = ({ at, precision }: ItemDate): string | undefined =>
  precision === "day" ? at?.slice(0, 10) : (at ?? undefined);
