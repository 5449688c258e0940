import { fill } from "../fill.ts";
import type { EventCard } from "./event-item.schema.ts";

// Not in event.ts: cards show the place, and would load the timing of events with it.

/** Where an event takes place, in the words of a page; null when it is not known. */
export function eventPlace(
  { location, status, attendanceMode }: Pick<EventCard, "location" | "status" | "attendanceMode">,
  words: { online: string; alsoOnline: string },
): string | null {
  if (attendanceMode !== "online" && attendanceMode !== "mixed") return location;
  // What moved online is no longer at its place.
  const hasMoved = status === "movedOnline" && !/^https?:/i.test(location ?? "");
  if (location === null || hasMoved) return words.online;
  return attendanceMode === "mixed" ? fill(words.alsoOnline, { place: location }) : location;
}
