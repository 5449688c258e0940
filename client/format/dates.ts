import words from "../../content/words/en/dates.json" with { type: "json" };
import language from "../../content/words/en/language.json" with { type: "json" };
import type { ItemDate } from "../../shared/model/item-fields.schema.ts";

/** East Africa Time, UTC+3 all year. */
export const EAST_AFRICA = { timeZone: "Africa/Dar_es_Salaam", label: "EAT" } as const;

/** A time zone and its label. */
export interface Zone {
  timeZone: string;
  label: string;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

export function formatter(timeZone: string, kind: "day" | "weekday" | "time"): Intl.DateTimeFormat {
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

/** The text of spec section 8 for a date that is missing or invalid, else null. */
export function dateError(date: ItemDate): string | null {
  if (date.precision === "unknown") return words.unknown;
  if (date.precision === "invalid" || date.at === null || Number.isNaN(Date.parse(date.at)))
    return words.invalid;
  return null;
}

/** "12 March 2025", or the text of `dateError`. */
export function formatDay(date: ItemDate, zone: Zone = EAST_AFRICA): string {
  const error = dateError(date);
  if (error || date.at === null) return error ?? words.invalid;
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
