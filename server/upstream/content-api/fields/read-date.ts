import type { ItemDate } from "../../../../shared/model/item-date.schema.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, MINUTE_MS } from "../../../../shared/time.ts";
import type { DateParts } from "./date-text.ts";
import { parseDateText } from "./date-text.ts";
import { type Fields, firstUsable } from "./first-usable.ts";

const firstYear = Date.UTC(1900, 0, 1);
const lastYear = Date.UTC(2201, 0, 1);
/** Smaller numbers of seconds (before 1973) are no date of the site. */
const minEpochSeconds = 1e8;
/** Larger numbers are milliseconds, those a thousand times larger microseconds, and so on. */
const minEpochMilliseconds = 1e11;

/** Before it is the least date of .NET and Go: with the epoch itself, what programs write for "no date". */
const secondYear = Date.parse("0002-01-01T00:00:00Z");
/** What databases and spreadsheets write for it, at midnight. */
const noDays = new Set(["1970-01-01", "1900-01-01", "1899-12-30"]);

interface ReadDate extends ItemDate {
  /** Of the zone it was written in, minutes east of Greenwich. */
  offsetMinutes: number;
}

export interface ChosenDate extends ReadDate {
  alias: string | null;
}

const eastAfrica = EAST_AFRICA_OFFSET_MS / MINUTE_MS;
const unknown: ReadDate = { at: null, precision: "unknown", offsetMinutes: eastAfrica };
const invalid: ReadDate = { at: null, precision: "invalid", offsetMinutes: eastAfrica };

/**
 * The first alias with a valid date. Without one: `unknown` when all are absent, empty or placeholders, else
 * `invalid`.
 */
export function chooseDate(row: Fields, aliases: readonly string[]): ChosenDate {
  let none = unknown;
  const { value, alias } = firstUsable(row, aliases, (given) => {
    const date = readDate(given);
    if (date.precision === "invalid") none = date;
    return date.at === null ? null : date;
  });
  return { ...(value ?? none), alias };
}

/** One date, as text or as a number. */
export function readDate(value: unknown): ReadDate {
  if (value === undefined || value === null) return unknown;
  if (typeof value === "number") return readNumber(value);
  if (typeof value !== "string" || value.length > 100) return invalid;
  const text = value.trim();
  if (text === "") return unknown;
  const [, ofMicrosoft] = /^\\?\/?Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/?$/.exec(text) ?? [];
  if (ofMicrosoft !== undefined) return instant(Number(ofMicrosoft), 0);
  if (/^(?:0+|\d{10}(?:\d{3}){0,3})(?:\.\d+)?$/.test(text)) return readNumber(Number(text));
  const parts = parseDateText(text);
  return parts === null ? invalid : fromParts(parts);
}

/** Since the epoch, in seconds, milliseconds, microseconds or nanoseconds; or the digits of a day, 20260309. */
function readNumber(value: number): ReadDate {
  if (/^(?:19|20|21)\d{6}$/.test(String(value))) return readDate(String(value));
  let ms = value * 1000;
  for (let unit = minEpochMilliseconds; Math.abs(value) >= unit && unit < 1e18; unit *= 1000)
    ms /= 1000;
  const date = instant(Math.round(ms), 0);
  return date.at !== null && value < minEpochSeconds ? invalid : date;
}

function fromParts({ year, month, day, time, offsetMinutes }: DateParts): ReadDate {
  if (year <= 1 || year === 9999) return unknown;
  const { hour, minute, second, millisecond } = time ?? midnight;
  const date = new Date(Date.UTC(year, month - 1, day));
  // 30 February rolls over into March.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  // 24:00 is the end of a day.
  const isTime = minute < 60 && second < 60 && hour * 3600 + minute * 60 + second <= 24 * 3600;
  if (!isReal || !isTime) return invalid;
  const isMidnight = hour + minute + second === 0;
  if (isMidnight && noDays.has(date.toISOString().slice(0, 10))) return unknown;
  if (year < 1900 || year > 2200) return invalid;
  if (time === null) return dayAt(date.getTime());
  const offset = offsetMinutes ?? eastAfrica;
  const localMs = Date.UTC(year, month - 1, day, hour, minute, second, millisecond);
  return instant(localMs - offset * MINUTE_MS, offset);
}

const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 } as const;

/** The day of a local time, in milliseconds. */
export function dayAt(localMs: number): ReadDate {
  const day = new Date(localMs - (localMs % DAY_MS)).toISOString().slice(0, 10);
  return { at: `${day}T00:00:00+03:00`, precision: "day", offsetMinutes: eastAfrica };
}

function instant(epochMs: number, offsetMinutes: number): ReadDate {
  if (epochMs === 0 || epochMs < secondYear) return unknown;
  if (!(epochMs >= firstYear && epochMs < lastYear)) return invalid;
  const at = new Date(epochMs).toISOString().replace(".000Z", "Z");
  return { at, precision: "time", offsetMinutes };
}
