import type { ZodType } from "zod";
import type { FieldError } from "../../../shared/contract/form-state.ts";

export type FormRead<Values> =
  | { ok: true; values: Values }
  | { ok: false; errors: readonly FieldError[] };

/** Parses a form by its schema: its values, or the first validation error of each field. */
export function readForm<Values>(schema: ZodType<Values>, sent: unknown): FormRead<Values> {
  const result = schema.safeParse(sent);
  if (result.success) return { ok: true, values: result.data };
  const errors = new Map<string, FieldError>();
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "");
    if (!errors.has(field)) errors.set(field, { field, message: issue.message });
  }
  return { ok: false, errors: [...errors.values()] };
}
