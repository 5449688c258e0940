import { z } from "zod";
import { DAY_MS } from "../../../shared/time.ts";

const day = z.iso.date();
const instant = z.iso.datetime({ offset: true, local: true });

/**
 * A date in the form of the store: a day as it is (`2026-09-24`), a time as an instant in UTC. A time without a zone
 * is the clock in Dar es Salaam. Null when it is no date of the calendar.
 */
export function readDate(text: string): string | null {
  const trimmed = text.trim();
  if (day.safeParse(trimmed).success) return trimmed;
  if (!instant.safeParse(trimmed).success) return null;
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/.test(trimmed);
  return `${new Date(hasZone ? trimmed : `${trimmed}+03:00`).toISOString().slice(0, 19)}Z`;
}

/** The last millisecond of a stored date: a day lasts until midnight. */
export function endOf(stored: string): number {
  return stored.includes("T") ? Date.parse(stored) : Date.parse(stored) + DAY_MS - 1;
}
