import { z } from "zod";
import { DAY_MS, EAST_AFRICA_OFFSET_MS } from "../time.ts";

const day = z.iso.date();
const moment = z.union([
  z.iso.datetime({ offset: true, local: true }),
  // Allows a time with a zone and no seconds; the rule above wants seconds before a zone.
  z.iso.datetime({ offset: true, precision: -1 }),
]);

const isDay = (text: string) => day.safeParse(text).success;

/** Returns true when a writer's text is a day of the calendar (`2026-07-18`), or a time of a day with or without a zone. */
export const isWrittenDate = (text: string): boolean =>
  isDay(text) || moment.safeParse(text).success;

/** The zone at the end of a time: `Z`, `+03:00`. */
const ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/;

/** Returns the first moment of a date in milliseconds. A time without a zone is East Africa Time. */
export function startOfDate(text: string): number {
  if (isDay(text)) return Date.parse(text) - EAST_AFRICA_OFFSET_MS;
  return Date.parse(ZONE.test(text) ? text : `${text}+03:00`);
}

/** Returns the last moment of a date: a day lasts until midnight. */
export const endOfDate = (text: string): number =>
  startOfDate(text) + (isDay(text) ? DAY_MS - 1 : 0);
