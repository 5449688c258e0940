import type { ItemDate } from "../../../../shared/model/item-date.schema.ts";
import { EAST_AFRICA_OFFSET_MS, MINUTE_MS } from "../../../../shared/time.ts";
import type { DateParts } from "./date-text.ts";
import { parseDateText } from "./date-text.ts";
import { type Fields, firstUsable } from "./first-usable.ts";

const localOffsetText = "+03:00";

const firstYear = Date.UTC(1900, 0, 1);
const lastYear = Date.UTC(2201, 0, 1);
/** Smaller numbers (before 1973) are no date of the site. */
const minEpochSeconds = 1e8;
/** Larger numbers are milliseconds. */
const minEpochMilliseconds = 1e11;

export interface ChosenDate extends ItemDate {
  alias: string | null;
}

/**
 * The first alias with a valid date. Without one: `unknown` when all are absent or empty, else
 * `invalid`.
 */
export function chooseDate(row: Fields, aliases: readonly string[]): ChosenDate {
  const { value, alias } = firstUsable(row, aliases, readDate);
  if (value !== null) return { ...value, alias };
  const isPresent = aliases.some((name) => !isAbsent(row.get(name)));
  return { at: null, precision: isPresent ? "invalid" : "unknown", alias: null };
}

/** One date as text or as epoch seconds or milliseconds; null when it is invalid. */
export function readDate(value: unknown): ItemDate | null {
  if (typeof value === "number") return readEpoch(value);
  if (typeof value !== "string" || value.length > 100) return null;
  const text = value.trim();
  if (/^(?:\d{10}|\d{13})$/.test(text)) return readEpoch(Number(text));
  const parts = parseDateText(text);
  return parts === null ? null : fromParts(parts);
}

function readEpoch(value: number): ItemDate | null {
  if (!(value >= minEpochSeconds)) return null;
  return instant(Math.floor(value < minEpochMilliseconds ? value * 1000 : value));
}

function fromParts({ year, month, day, time, offsetMinutes }: DateParts): ItemDate | null {
  const { hour, minute, second, millisecond } = time ?? midnight;
  const utc = new Date(Date.UTC(year, month - 1, day, hour, minute, second, millisecond));
  // 30 February rolls over into March.
  const isReal = utc.getUTCMonth() === month - 1 && utc.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 59 || year < 1900 || year > 2200) return null;
  if (time === null) {
    return { at: `${utc.toISOString().slice(0, 10)}T00:00:00${localOffsetText}`, precision: "day" };
  }
  return instant(
    utc.getTime() - (offsetMinutes === null ? EAST_AFRICA_OFFSET_MS : offsetMinutes * MINUTE_MS),
  );
}

const midnight = { hour: 0, minute: 0, second: 0, millisecond: 0 } as const;

function instant(epochMilliseconds: number): ItemDate | null {
  if (!(epochMilliseconds >= firstYear && epochMilliseconds < lastYear)) return null;
  const at = new Date(epochMilliseconds).toISOString().replace(".000Z", "Z");
  return { at, precision: "time" };
}

function isAbsent(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === "string" && value.trim() === "")
  );
}
