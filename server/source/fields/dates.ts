import type { ItemDate } from "../../../shared/model/item-fields.schema.ts";
import { DAY_MS, EAST_AFRICA_OFFSET_MS, MINUTE_MS } from "../../../shared/time.ts";
import type { RowFields } from "./values.ts";

/** The days that databases and spreadsheets write (at midnight) for "no date". */
const noDays = new Set(["1970-01-01", "1900-01-01", "1899-12-30"]);

export interface ReadDate extends ItemDate {
  /** The time zone that the date was written in, in minutes east of Greenwich. */
  offsetMinutes: number;
}

const eastAfrica = EAST_AFRICA_OFFSET_MS / MINUTE_MS;
const unknown: ReadDate = { at: null, precision: "unknown", offsetMinutes: eastAfrica };
const invalid: ReadDate = { at: null, precision: "invalid", offsetMinutes: eastAfrica };

/**
 * Returns the first valid date among the named fields. Without a valid date, returns `invalid`, or `unknown` if all fields are absent
 * or placeholders.
 */
export function chooseDate(row: RowFields, names: readonly string[]): ReadDate {
  const dates = names.map((name) => readDate(row.get(name)));
  const isInvalid = dates.some(({ precision }) => precision === "invalid");
  return dates.find(({ at }) => at !== null) ?? (isInvalid ? invalid : unknown);
}

/** Returns the time in UTC at which the source says that it changed the row. `created_at` does not count. */
export function readUpdated(row: RowFields): string | null {
  const { at } = chooseDate(row, [
    "updated_at",
    "updatedAt",
    "modified_at",
    "modifiedAt",
    "modified",
    "last_modified",
    "lastModified",
    "date_modified",
    "dateModified",
    "date_updated",
    "_updatedAt",
  ]);
  return at && new Date(at).toISOString().replace(".000Z", "Z");
}

export function readDate(value: unknown): ReadDate {
  if (value === undefined || value === null) return unknown;
  if (typeof value === "number") return readNumber(value);
  if (typeof value !== "string" || value.length > 100) return invalid;
  const text = value.trim();
  if (text === "") return unknown;
  const [, ofMicrosoft] = /^\\?\/?Date\((-?\d+)(?:[+-]\d{4})?\)\\?\/?$/.exec(text) ?? [];
  if (ofMicrosoft !== undefined) return instant(Number(ofMicrosoft), 0);
  return EPOCH.test(text) ? readNumber(Number(text)) : readText(text);
}

/** A time since the epoch as text: `1773042000`, `1773042000000.5`. */
const EPOCH = /^(?:0+|\d{10}(?:\d{3}){0,3})(?:\.\d+)?$/;

/** Reads a number: a time since the epoch in seconds, milliseconds, microseconds or nanoseconds, or the digits of a day (20260309). */
function readNumber(value: number): ReadDate {
  if (Number.isInteger(value) && value >= 19_000_000 && value < 22_000_000)
    return readText(String(value));
  let ms = value * 1000;
  for (let unit = 1e11; Math.abs(value) >= unit && unit < 1e18; unit *= 1000) ms /= 1000;
  const date = instant(Math.round(ms), 0);
  // A smaller number would be a time before 1973, which is not a date of the site.
  return date.at !== null && value < 1e8 ? invalid : date;
}

/** Reads only unambiguous forms of dates: `03/04/2027` could mean two days. */
function readText(given: string): ReadDate {
  // `2026-03-09T10:00:00+03:00[Africa/Dar_es_Salaam]`, as Java and JavaScript write it (RFC 9557).
  const [, text = "", place] =
    /^(.*?)(?: ?\[!?([\w/+-]+)\])?(?:\[[^\]=]*=[^\]]*\])*$/.exec(given.replace(/\s+/g, " ")) ?? [];
  const groups: Groups | undefined = FORMS.map((form) => form.exec(text)).find(Boolean)?.groups;
  const [day, month] = (groups && readDayAndMonth(groups)) ?? [];
  if (groups === undefined || day === undefined || month === undefined) return invalid;
  const year = Number(groups.year);
  if (year <= 1 || year === 9999) return unknown;
  const date = new Date(Date.UTC(year, month - 1, day));
  // 30 February rolls over into March.
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const timeMs = groups.hour === undefined ? 0 : readTime(groups);
  if (!isReal || timeMs === null) return invalid;
  if (timeMs < 1000 && noDays.has(date.toISOString().slice(0, 10))) return unknown;
  if (year < 1900 || year > 2200) return invalid;
  if (groups.hour === undefined) return dayAt(date.getTime());
  const zone = groups.zone ?? (groups.unsigned && `+${groups.unsigned}`);
  const localMs = date.getTime() + timeMs;
  const offset = zone ? readOffset(zone) : place ? offsetIn(place, localMs) : eastAfrica;
  return offset === null ? invalid : instant(localMs - offset * MINUTE_MS, offset);
}

export function dayAt(localMs: number): ReadDate {
  const day = new Date(localMs - (localMs % DAY_MS)).toISOString().slice(0, 10);
  return { at: `${day}T00:00:00+03:00`, precision: "day", offsetMinutes: eastAfrica };
}

function instant(epochMs: number, offsetMinutes: number): ReadDate {
  // Programs write the epoch itself, or the least date of .NET and Go in year 1, for "no date".
  if (epochMs === 0 || epochMs < Date.parse("0002-01-01")) return unknown;
  if (!(epochMs >= Date.UTC(1900, 0) && epochMs < Date.UTC(2201, 0))) return invalid;
  const at = new Date(epochMs).toISOString().replace(".000Z", "Z");
  return { at, precision: "time", offsetMinutes };
}

const YEAR = String.raw`(?<year>\d{4})`;
const DAY = String.raw`(?<day>\d{1,2})`;
const NAME = String.raw`(?<name>[A-Z]{3,9})\.?`;
const WEEKDAY = "(?:[A-Z]{3,9},? )?";
const SECONDS = String.raw`(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?`;
const HALF = String.raw`(?: ?(?<half>[AP])\.?M\b\.?)?`;
/** The time zone. An offset without a sign has lost its plus on the way through a URL. */
const ZONE = String.raw`(?: ?(?<zone>[A-Z]{1,4}|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?)(?: \([^)]*\))?| (?<unsigned>\d{2}:?\d{2}))?`;
const TIME = String.raw`(?:(?:(?<t>T)|,?(?: at)? )(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::${SECONDS})?)?${HALF}${ZONE})?`;
const BASIC_TIME = String.raw`(?:(?:(?<t>T)| )?(?<hour>\d{2}):?(?<minute>\d{2})(?::?${SECONDS})?${ZONE})?`;

const FORMS = [
  // ISO 8601, optionally with a space instead of `T`. PHP writes a minus before the year of an empty date.
  String.raw`(?<year>-?\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>${DAY}${TIME}`,
  // `20260309T100000Z`.
  String.raw`${YEAR}(?<month>\d{2})(?<day>\d{2})${BASIC_TIME}`,
  // `25.03.2026`.
  String.raw`(?<left>\d{1,2})(?<sign>[-/.])(?<right>\d{1,2})\k<sign>${YEAR}${TIME}`,
  // Mail and HTTP headers: `Tue, 20 May 2025 08:30:00 GMT`; `9 Machi 2026`.
  `${WEEKDAY}${DAY}(?:st|nd|rd|th)?[ .,/-]{1,2}${NAME}[ ,/-]{1,2}${YEAR}${TIME}`,
  // `March 9, 2026 10:00 AM`.
  `${WEEKDAY}${NAME} ${DAY}(?:st|nd|rd|th)?,? ${YEAR}${TIME}`,
].map((form) => new RegExp(`^${form}$`, "i"));

const MONTHS = Array.from({ length: 12 }, (_, month) =>
  ["en", "sw"].map((locale) =>
    new Date(2000, month).toLocaleString(locale, { month: "long" }).toLowerCase(),
  ),
);

type Groups = Record<string, string | undefined>;

function readDayAndMonth({ day, month, name, left, right, sign }: Groups): number[] | null {
  if (name !== undefined) {
    const wanted = name.toLowerCase();
    // `Sept` is as common as the three-letter names of other months.
    const isMeant = (month: string) =>
      month === wanted || (wanted.length <= 4 && month.startsWith(wanted));
    const index = MONTHS.findIndex((names) => names.some(isMeant));
    return index < 0 ? null : [Number(day), index + 1];
  }
  if (left === undefined) return [Number(day), Number(month)];
  const [first, second] = [Number(left), Number(right)];
  if (sign === "." || first > 12 || first === second) return [first, second];
  return second > 12 ? [second, first] : null;
}

/** Returns the milliseconds since midnight. Returns null for an hour without minutes or am/pm, and for a range such as `10:00 12:00`. */
function readTime({ hour, minute, second, fraction = "", half, unsigned, t }: Groups) {
  const isRange = unsigned !== undefined && t === undefined && second === undefined;
  const isAlone = minute === undefined && half === undefined;
  const given = Number(hour);
  const isOfHalf = half === undefined || (given >= 1 && given <= 12);
  if (isRange || isAlone || !isOfHalf) return null;
  const hours = half === undefined ? given : (given % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  const [minutes, seconds] = [Number(minute ?? 0), Number(second ?? 0)];
  const total = (hours * 60 + minutes) * 60 + seconds;
  // 24:00 is the end of a day.
  if (minutes > 59 || seconds > 59 || total > 24 * 3600) return null;
  return total * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));
}

/** The time zones of https://www.rfc-editor.org/rfc/rfc5322#section-4.3, and ours. */
const ZONES: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EAT: 180,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

function offsetIn(timeZone: string, localMs: number): number | null {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    const offsetAt = (ms: number) => readOffset(format.format(ms).split(", ").at(-1) ?? "") ?? 0;
    return offsetAt(localMs - offsetAt(localMs) * MINUTE_MS);
  } catch {
    return null;
  }
}

/** Returns the offset in minutes east of Greenwich; null for a time zone that does not exist. */
function readOffset(zone: string): number | null {
  const [, sign, hours, minutes = "0"] = /([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  if (hours === undefined) return ZONES[zone.toUpperCase()] ?? null;
  const total = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || total > 14 * 60) return null;
  return sign === "-" ? -total : total;
}
