import { z } from "zod";
import { grouped } from "../../../shared/grouped.ts";

/** Trimmed text; a line break counts as one character, as in a browser's form. */
const tidyText = z.string("is required").transform((text) => text.replace(/\r\n?/g, "\n").trim());

/** Text of 1 to `max` characters. */
export function requiredText(max: number): z.ZodType<string> {
  return tidyText.pipe(z.string().min(1, "is required").max(max, tooLong(max)));
}

/** Text that may be missing, null or empty: all are null. */
export function optionalText(max: number): z.ZodType<string | null> {
  return z
    .string("must be text")
    .transform((text) => text.replace(/\r\n?/g, "\n").trim())
    .pipe(z.string().max(max, tooLong(max)))
    .nullish()
    .transform((text) => (text === undefined || text === "" ? null : text));
}

function tooLong(max: number): string {
  return `is longer than ${grouped(max)} characters`;
}
