import { EAST_AFRICA_OFFSET_MS } from "../../../shared/time.ts";

/** `2026-09-24T06:00:00Z` */
export function asUtc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** `2026-09-24T09:00:00`: local time in Dar es Salaam, without a zone. */
export function asLocalTime(instant: string): string {
  return localIso(instant).slice(0, 19);
}

/** `2026-09-24T09:00:00+03:00` */
export function asZonedTime(instant: string): string {
  return `${asLocalTime(instant)}+03:00`;
}

/** `2026-09-24`: the day it is in Dar es Salaam at that instant. */
export function asLocalDay(instant: string): string {
  return localIso(instant).slice(0, 10);
}

function localIso(instant: string): string {
  return new Date(Date.parse(instant) + EAST_AFRICA_OFFSET_MS).toISOString();
}
