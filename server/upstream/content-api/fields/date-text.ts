import { MINUTE_MS } from "../../../../shared/time.ts";

/** A date whose parts may not exist, such as 30 February. Months count from 1. */
export interface DateParts {
  year: number;
  month: number;
  day: number;
  /** Null when the text names a day and no time. */
  time: { hour: number; minute: number; second: number; millisecond: number } | null;
  /** Minutes east of Greenwich; null when the text names no zone. */
  offsetMinutes: number | null;
}

const YEAR = String.raw`(?<year>\d{4})`;
const DAY = String.raw`(?<day>\d{1,2})`;
const NAME = String.raw`(?<name>[A-Z]{3,9})\.?`;
const WEEKDAY = "(?:[A-Z]{3,9},? )?";
const SECONDS = String.raw`(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?`;
const HALF = String.raw`(?: ?(?<half>[AP])\.?M\b\.?)?`;
/** The one without a sign lost its plus on the way through a URL. */
const ZONE = String.raw`(?: ?(?<zone>[A-Z]{1,4}|(?:GMT|UTC)?[+-]\d{2}(?::?\d{2})?)(?: \([^)]*\))?| (?<unsigned>\d{2}:?\d{2}))?`;
const TIME = String.raw`(?:(?:(?<t>T)|,?(?: at)? )(?<hour>\d{1,2})(?::(?<minute>\d{2})(?::${SECONDS})?)?${HALF}${ZONE})?`;
const BASIC_TIME = String.raw`(?:(?:(?<t>T)| )?(?<hour>\d{2}):?(?<minute>\d{2})(?::?${SECONDS})?${ZONE})?`;

const FORMS = [
  // ISO 8601, also with a space for the `T`, and the minus that PHP gives the year of an empty date.
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

/** Their first three letters are their short names. */
const MONTHS = [
  ["january", "januari"],
  ["february", "februari"],
  ["march", "machi"],
  ["april", "aprili"],
  ["may", "mei"],
  ["june", "juni"],
  ["july", "julai"],
  ["august", "agosti"],
  ["september", "septemba", "sept"],
  ["october", "oktoba"],
  ["november", "novemba"],
  ["december", "desemba"],
];

const ZONE_HOURS: Readonly<Record<string, number>> = {
  Z: 0,
  UT: 0,
  UTC: 0,
  GMT: 0,
  EAT: 3,
  EST: -5,
  EDT: -4,
  CST: -6,
  CDT: -5,
  MST: -7,
  MDT: -6,
  PST: -8,
  PDT: -7,
};

type Groups = Record<string, string | undefined>;

/** Reads the forms of dates that mean one day only. Null for everything else: `03/04/2027` is ambiguous. */
export function parseDateText(given: string): DateParts | null {
  // `2026-03-09T10:00:00+03:00[Africa/Dar_es_Salaam]`, as Java and JavaScript write it (RFC 9557).
  const [, text = "", place] =
    /^(.*?)(?: ?\[!?([\w/+-]+)\])?(?:\[[^\]]*=[^\]]*\])*$/.exec(given.replace(/\s+/g, " ")) ?? [];
  const groups: Groups | undefined = FORMS.map((form) => form.exec(text)).find(Boolean)?.groups;
  const dayAndMonth = groups && readDayAndMonth(groups);
  if (!groups || !dayAndMonth) return null;
  const date = { year: Number(groups.year), ...dayAndMonth };
  if (groups.hour === undefined) return { ...date, time: null, offsetMinutes: null };
  const time = readTime(groups);
  // `10:00 12:00` may be a range.
  const isRange = groups.unsigned !== undefined && !groups.t && groups.second === undefined;
  if (time === null || isRange) return null;
  const zone = groups.zone ?? (groups.unsigned && `+${groups.unsigned}`);
  const localMs = Date.UTC(date.year, date.month - 1, date.day, time.hour, time.minute);
  const offsetMinutes = zone ? readOffset(zone) : place ? offsetIn(place, localMs) : null;
  return Number.isNaN(offsetMinutes) ? null : { ...date, time, offsetMinutes };
}

function readDayAndMonth({ day, month, name, left, right, sign }: Groups) {
  if (left === undefined) {
    const number = name === undefined ? Number(month) : monthNumber(name);
    return number === 0 && name !== undefined ? null : { day: Number(day), month: number };
  }
  const [first, second] = [Number(left), Number(right)];
  if (sign === "." || first > 12 || first === second) return { day: first, month: second };
  return second > 12 ? { day: second, month: first } : null;
}

/** 0 for a name of none. */
function monthNumber(name: string): number {
  const wanted = name.toLowerCase();
  return (
    1 +
    MONTHS.findIndex((names) =>
      names.some((month) => month === wanted || month.slice(0, 3) === wanted),
    )
  );
}

/** Null for an hour alone, unless it has its half of the day. */
function readTime({ hour, minute, second = "0", fraction = "", half }: Groups): DateParts["time"] {
  if (minute === undefined && half === undefined) return null;
  const given = Number(hour);
  if (half !== undefined && (given < 1 || given > 12)) return null;
  return {
    hour: half === undefined ? given : (given % 12) + (half.toLowerCase() === "p" ? 12 : 0),
    minute: Number(minute ?? 0),
    second: Number(second),
    millisecond: Number(fraction.padEnd(3, "0").slice(0, 3)),
  };
}

/** NaN for a zone that does not exist. */
function readOffset(zoneText: string): number {
  const [, sign, hours, minutes = "0"] = /([+-])(\d{2}):?(\d{2})?$/.exec(zoneText) ?? [];
  if (hours === undefined) return (ZONE_HOURS[zoneText.toUpperCase()] ?? Number.NaN) * 60;
  const total = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || total > 14 * 60) return Number.NaN;
  return sign === "-" ? -total : total;
}

/** The offset of a place such as `Africa/Dar_es_Salaam` at a local time; NaN when there is no such place. */
function offsetIn(timeZone: string, localMs: number): number {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" });
    const offsetAt = (ms: number) => readOffset(format.format(ms).split(", ").at(-1) ?? "");
    return offsetAt(localMs - offsetAt(localMs) * MINUTE_MS);
  } catch {
    return Number.NaN;
  }
}
