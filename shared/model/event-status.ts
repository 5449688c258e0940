/** What its source says of an event, beside its date. */
export const EVENT_STATUSES = [
  "scheduled",
  "cancelled",
  "postponed",
  "rescheduled",
  "movedOnline",
  "soldOut",
] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];
