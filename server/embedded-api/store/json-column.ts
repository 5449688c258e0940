import { z } from "zod";

/** Reads a column that holds a JSON text as the given shape. */
export function jsonColumn<Shape extends z.ZodType>(shape: Shape): z.ZodType<z.output<Shape>> {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(shape);
}
