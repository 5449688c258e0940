import { fill } from "../fill.ts";
import type { EventCardData } from "./event-item.schema.ts";

// Not in event.ts: cards show the place, and would load the timing of events too.

/** Returns the place of an event, in the words of a page; null when the place is not known. */
export function eventPlace(
  {
    location,
    status,
    attendanceMode,
  }: Pick<EventCardData, "location" | "status" | "attendanceMode">,
  words: { online: string; alsoOnline: string },
): string | null {
  if (attendanceMode !== "online" && attendanceMode !== "mixed") return location;
  // An event that moved online is no longer at its location.
  const hasMoved = status === "movedOnline" && !/^https?:/i.test(location ?? "");
  if (location === null || hasMoved) return words.online;
  return attendanceMode === "mixed" ? fill(words.alsoOnline, { place: location }) : location;
}
