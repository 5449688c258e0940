import { z } from "zod";

/** What is known of a date. */
export const datePrecision = z.enum(["day", "time", "unknown", "invalid"]).meta({
  id: "DatePrecision",
  description:
    "What is known of a date. `day` and `time` are valid, to the day or to the instant; `unknown` was absent, `invalid` could not be parsed: the date is then null.",
  example: "time",
});
export type DatePrecision = z.infer<typeof datePrecision>;

/**
 * A date of an item: UTC (`2025-03-12T08:30:00Z`) for an instant, local midnight in Dar es Salaam
 * (`2025-05-20T00:00:00+03:00`) for a day, so that the text starts with the local date.
 */
export const dateAt = z.iso.datetime({ offset: true }).nullable().meta({
  description:
    "ISO 8601: UTC for an instant, local midnight in Dar es Salaam (+03:00) for a day. Null when not known.",
  example: "2026-03-22T06:30:00Z",
});

/** One date of an item. `at` is null when `precision` is `unknown` or `invalid`. */
export interface ItemDate {
  at: z.infer<typeof dateAt>;
  precision: DatePrecision;
}
