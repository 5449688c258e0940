import type { ItemDate } from "../../shared/model/item-date.schema.ts";

/** East Africa Time, UTC+3 all year. */
const EAST_AFRICA = { timeZone: "Africa/Dar_es_Salaam", label: "EAT" } as const;

/** A time zone and its label. */
export interface Zone {
  timeZone: string;
  label: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatter(timeZone: string, kind: "day" | "weekday" | "time"): Intl.DateTimeFormat {
  const key = `${kind} ${timeZone}`;
  const known = formatters.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    ...(kind === "time"
      ? { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }
      : { day: "numeric", month: "long", year: "numeric" }),
    ...(kind === "weekday" ? { weekday: "long" } : {}),
  });
  formatters.set(key, made);
  return made;
}

/** The text of spec section 8 for a date that is missing or invalid, else null. */
function dateError(date: ItemDate): "Unknown date" | "Invalid date" | null {
  if (date.precision === "unknown") return "Unknown date";
  if (date.precision === "invalid" || date.at === null || Number.isNaN(Date.parse(date.at)))
    return "Invalid date";
  return null;
}

/** "12 March 2025", or the text of `dateError`. */
export function formatDay(date: ItemDate, zone: Zone = EAST_AFRICA): string {
  const error = dateError(date);
  if (error || date.at === null) return error ?? "Invalid date";
  return formatter(zone.timeZone, "day").format(new Date(date.at));
}

/** "12 March 2025, 11:30 EAT"; without the time when the source gave only a day. */
export function formatMoment(date: ItemDate, zone: Zone = EAST_AFRICA): string {
  const day = formatDay(date, zone);
  if (date.precision !== "time" || date.at === null || dateError(date)) return day;
  return `${day}, ${formatter(zone.timeZone, "time").format(new Date(date.at))} ${zone.label}`;
}

/** "14:05 EAT" when it is the same day as `now`, else "12 March 2025, 14:05 EAT". Times are ISO 8601. */
export function formatSince(at: string, now: string, zone: Zone = EAST_AFRICA): string {
  const day = formatter(zone.timeZone, "day");
  if (day.format(new Date(at)) !== day.format(new Date(now)))
    return formatMoment({ at, precision: "time" }, zone);
  return `${formatter(zone.timeZone, "time").format(new Date(at))} ${zone.label}`;
}

/**
 * The time of an event with its zone: "Saturday 18 July 2026, 09:00 to 17:00 EAT", over several
 * days "28 December 2026, 09:00 to 2 January 2027, 16:00 EAT". An end without a time is a whole
 * day.
 */
export function formatRange(start: ItemDate, end: ItemDate, zone: Zone = EAST_AFRICA): string {
  const error = dateError(start);
  if (error || start.at === null) return error ?? "Invalid date";
  const from = new Date(start.at);
  const clock = formatter(zone.timeZone, "time");
  const day = formatter(zone.timeZone, "day");
  const weekday = formatter(zone.timeZone, "weekday").format(from).replace(",", "");
  const startsAt = start.precision === "time" ? clock.format(from) : null;
  const startText = startsAt ? `${weekday}, ${startsAt}` : weekday;
  if (dateError(end) || end.at === null) return startsAt ? `${startText} ${zone.label}` : startText;
  const to = new Date(end.at);
  const endsAt = end.precision === "time" ? clock.format(to) : null;
  const zoned = startsAt || endsAt ? ` ${zone.label}` : "";
  if (day.format(from) === day.format(to)) {
    return endsAt && endsAt !== startsAt ? `${startText} to ${endsAt}${zoned}` : startText + zoned;
  }
  const fromText = startsAt ? `${day.format(from)}, ${startsAt}` : day.format(from);
  const toText = endsAt ? `${day.format(to)}, ${endsAt}` : day.format(to);
  return `${fromText} to ${toText}${zoned}`;
}
