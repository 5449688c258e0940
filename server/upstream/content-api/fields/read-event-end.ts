import type { ItemDate } from "../../../../shared/model/item-date.schema.ts";
import { DAY_MS } from "../../../../shared/time.ts";
import type { ChosenDate } from "./read-date.ts";

/**
 * The end of an event; absent when it is before the start, since one of the two is wrong. A day as an
 * end lasts until its midnight, so an event may end on the day it starts.
 */
export function readEventEnd(start: ItemDate, end: ChosenDate): ChosenDate {
  if (start.at === null || end.at === null) return end;
  const endsBefore = Date.parse(end.at) + (end.precision === "day" ? DAY_MS - 1 : 0);
  return endsBefore < Date.parse(start.at) ? { at: null, precision: "unknown", alias: null } : end;
}
