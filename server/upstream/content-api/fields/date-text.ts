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

const time = String.raw`(?<hour>\d{2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?`;
const zone = String.raw`(?<zone>[A-Za-z]{1,4}|[+-]\d{2}(?::?\d{2})?)`;
const isoDate = new RegExp(
  String.raw`^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})(?:(?:T|t| +)${time}(?: *${zone})?)?$`,
);
/** RFC 2822, with or without its weekday, time and zone: `Tue, 20 May 2025 08:30:00 GMT`. */
const mailDate = new RegExp(
  String.raw`^(?:[A-Za-z]{3,9},? +)?(?<day>\d{1,2}) +(?<name>[A-Za-z]{3,9}) +(?<year>\d{4})(?:,? +${time}(?: *${zone})?)?$`,
);

const months = [
  ...["january", "february", "march", "april", "may", "june"],
  ...["july", "august", "september", "october", "november", "december"],
];

const zoneHours: Readonly<Record<string, number>> = {
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

/**
 * Reads ISO 8601 (also with a space for the `T`) and the dates of mail and HTTP headers. Null for
 * everything else: `03/04/2027` is ambiguous.
 */
export function parseDateText(text: string): DateParts | null {
  const groups = (isoDate.exec(text) ?? mailDate.exec(text))?.groups;
  if (groups === undefined) return null;
  const month = groups.name === undefined ? Number(groups.month) : monthNumber(groups.name);
  const offsetMinutes = groups.zone === undefined ? null : readOffset(groups.zone);
  if (month === null || Number.isNaN(offsetMinutes)) return null;
  return {
    year: Number(groups.year),
    month,
    day: Number(groups.day),
    time: readTime(groups),
    offsetMinutes,
  };
}

function readTime(groups: Record<string, string | undefined>): DateParts["time"] {
  if (groups.hour === undefined) return null;
  return {
    hour: Number(groups.hour),
    minute: Number(groups.minute),
    second: Number(groups.second ?? 0),
    millisecond: Number((groups.fraction ?? "").padEnd(3, "0").slice(0, 3)),
  };
}

function monthNumber(name: string): number | null {
  const wanted = name.toLowerCase().replace(/^sept$/, "sep");
  const index = months.findIndex((month) => month === wanted || month.slice(0, 3) === wanted);
  return index === -1 ? null : index + 1;
}

/** NaN for a zone that does not exist. */
function readOffset(zoneText: string): number {
  const [, sign, hours, minutes = "0"] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zoneText) ?? [];
  if (hours === undefined) return (zoneHours[zoneText.toUpperCase()] ?? Number.NaN) * 60;
  const total = Number(hours) * 60 + Number(minutes);
  if (Number(minutes) > 59 || total > 14 * 60) return Number.NaN;
  return sign === "-" ? -total : total;
}
