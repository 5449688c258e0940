import { z } from "zod";
import { grouped } from "../../shared/forms/field.ts";

const tooLong = (max: number) => `is longer than ${grouped(max)} characters`;

/** Trimmed; a line break counts as one character, as in a browser's form. */
const tidy = (text: string) => text.replace(/\r\n?/g, "\n").trim();

/** Text of 1 to `max` characters. */
export const requiredText = (max: number) =>
  z
    .string("is required")
    .transform(tidy)
    .pipe(z.string().min(1, "is required").max(max, tooLong(max)));

/** Text that may be missing, null or empty: all are null. */
export const optionalText = (max: number) =>
  z
    .string("must be text")
    .transform(tidy)
    .pipe(z.string().max(max, tooLong(max)))
    .nullish()
    .transform((text) => text || null);

/** One sentence for all issues: `title is required; start_date is not a date`. Never quotes a value. */
export function problemsAsMessage(
  issues: readonly z.core.$ZodIssue[],
  labels: Readonly<Record<string, string>>,
): string {
  const texts = issues.map((issue) => {
    const field = issue.path.map(String).join(".");
    return field === ""
      ? "The body must be a JSON object"
      : `${labels[field] ?? field} ${issue.message}`;
  });
  return `${[...new Set(texts)].join("; ")}.`;
}
