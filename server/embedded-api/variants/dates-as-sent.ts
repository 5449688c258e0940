/** East Africa Time has no summer time, so a fixed shift is exact. */
const DAR_ES_SALAAM_OFFSET_MS = 3 * 60 * 60 * 1000;

/** `2026-09-24T06:00:00Z` */
export function asUtc(instant: string): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

/** `2026-09-24T09:00:00`: the clock on the wall in Dar es Salaam, and no word about the zone. */
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
  return new Date(Date.parse(instant) + DAR_ES_SALAAM_OFFSET_MS).toISOString();
}
