import { z } from "zod";
import { DAY_MS, EAST_AFRICA_OFFSET_MS } from "../time.ts";

const day = z.iso.date();
const moment = z.union([
  z.iso.datetime({ offset: true, local: true }),
  // Without seconds, which the rule above wants behind a zone.
  z.iso.datetime({ offset: true, precision: -1 }),
]);

const isDay = (text: string) => day.safeParse(text).success;

/** Whether a writer's text is a day of the calendar (`2026-07-18`), or a time of one with or without a zone. */
export const isWrittenDate = (text: string): boolean =>
  isDay(text) || moment.safeParse(text).success;

/** The first moment of a date, milliseconds; without a zone it is East Africa Time. */
export function startOfDate(text: string): number {
  if (isDay(text)) return Date.parse(text) - EAST_AFRICA_OFFSET_MS;
  return Date.parse(/(?:Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}+03:00`);
}

/** The last moment of a date: a day lasts until midnight. */
export const endOfDate = (text: string): number =>
  startOfDate(text) + (isDay(text) ? DAY_MS - 1 : 0);
