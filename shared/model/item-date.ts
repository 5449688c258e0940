/**
 * The precision of a date: `day` and `time` are valid (to the day, or to the instant), `unknown`
 * was absent ("Unknown date"), `invalid` could not be parsed ("Invalid date").
 */
export type DatePrecision = "day" | "time" | "unknown" | "invalid";

/**
 * One date of an item. `at` is ISO 8601 with a zone, null when `precision` is `unknown` or
 * `invalid`: UTC (`2025-03-12T08:30:00Z`) for an instant, local midnight in Dar es Salaam
 * (`2025-05-20T00:00:00+03:00`) for a day, so that the text starts with the local date.
 */
export interface ItemDate {
  at: string | null;
  precision: DatePrecision;
}
