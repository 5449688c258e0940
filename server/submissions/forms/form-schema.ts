import * as z from "zod";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { ErrorWords, Field, FieldKind, FieldSet } from "../../../shared/forms/field.ts";
import { choice, choices, email, line, longText, webUrl } from "./field-schemas.ts";

type Values = string | readonly string[];

const RULES: Readonly<Record<FieldKind, (field: Field, words?: ErrorWords) => z.ZodType<Values>>> =
  {
    line,
    email,
    tel: line,
    url: webUrl,
    long: longText,
    choice,
    choices,
  };

/** The schema of a form (spec section 3), each field by the rule of its kind. It passes over other fields. */
export const formSchema = (fields: FieldSet, words?: ErrorWords) =>
  z.object(
    Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, RULES[field.kind](field, words)]),
    ),
  );

export type FormRead<Values> =
  | { ok: true; values: Values }
  | { ok: false; errors: readonly FieldError[] };

/** Parses a form by its schema: its values, or the first validation error of each field. */
export function readForm<Values>(schema: z.ZodType<Values>, sent: unknown): FormRead<Values> {
  const result = schema.safeParse(sent);
  if (result.success) return { ok: true, values: result.data };
  const errors = new Map<string, FieldError>();
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? "");
    if (!errors.has(field)) errors.set(field, { field, message: issue.message });
  }
  return { ok: false, errors: [...errors.values()] };
}
