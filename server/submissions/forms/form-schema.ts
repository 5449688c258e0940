import * as z from "zod";
import type { Field, FieldKind, FieldSet } from "../../../shared/forms/field.ts";
import type { ErrorWords } from "../../../shared/forms/field-errors.ts";
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
