import { z } from "zod";

/** The names in `fields=`, separated by commas. The error of an unknown one names those that exist. */
export function fieldsOf(item: z.ZodObject) {
  const known = Object.keys(item.shape);
  const unknown = (names: readonly string[]) => names.filter((name) => !known.includes(name));
  return z
    .string()
    .min(1, "must name a field, or be left out")
    .max(500)
    .transform((text) => text.split(",").map((name) => name.trim()))
    .superRefine((names, context) => {
      const [first] = unknown(names);
      if (first === undefined) return;
      const message = `${JSON.stringify(first.slice(0, 50))} is no field here. Choose from ${known.join(", ")}.`;
      context.addIssue({ code: "custom", message });
    })
    .optional()
    .meta({
      description: `Only these fields of each item, separated by commas; all of them when left out. Any of ${known.join(", ")}.`,
      example: "slug,title",
    });
}

/** An item with the chosen fields alone, in its own order. */
export function choose<T extends object>(item: T, fields: readonly string[] | undefined): object {
  if (fields === undefined) return item;
  return Object.fromEntries(Object.entries(item).filter(([name]) => fields.includes(name)));
}
