import type { ItemDate } from "../../../../shared/model/item-date.ts";
import type { ChosenDate } from "./read-date.ts";

const dayMs = 86_400_000;

/**
 * The end of an event, as if absent when it lies before the start: then it cannot be right, and
 * which of the two is wrong nobody can tell. A day as an end lasts until its midnight, so an event
 * may end on the day it starts.
 */
export function readEventEnd(start: ItemDate, end: ChosenDate): ChosenDate {
  if (start.at === null || end.at === null) return end;
  const endsBefore = Date.parse(end.at) + (end.precision === "day" ? dayMs - 1 : 0);
  return endsBefore < Date.parse(start.at) ? { at: null, precision: "unknown", alias: null } : end;
}
