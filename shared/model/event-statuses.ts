/** The statuses of an event, as the source states them. */
export const EVENT_STATUSES = [
  "scheduled",
  "cancelled",
  "postponed",
  "rescheduled",
  "movedOnline",
  "soldOut",
] as const;

export type EventStatus = (typeof EVENT_STATUSES)[number];
