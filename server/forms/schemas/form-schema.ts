import * as z from "zod";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import {
  type ErrorWords,
  type Field,
  type FieldKind,
  type FieldSet,
  fieldErrorMessage,
} from "../../../shared/forms/field.ts";
import { isBlank, stripInvisible } from "../../source/text/clean-text.ts";
import { readEmail, readWebsite } from "./read-address.ts";

/** Every character that some parser takes for the end of a line. */
const LINE_END = /[\n\r\v\f\0\u0085\u2028\u2029]/;
const WEB_URL = /^https?:\/\/[^\s/?#]+\.[^\s]+$/i;

/** A missing field counts as empty. */
const input = z
  .string("must be text")
  .nullish()
  .transform((text) => text ?? "");

/** Removes invisible characters; text of nothing else is empty. */
export const tidy = (text: string) => (isBlank(text) ? "" : stripInvisible(text).trim());

function bounded(field: Field, words?: ErrorWords) {
  const text = z.string();
  const required = field.isRequired
    ? text.min(1, fieldErrorMessage(field, "missing", words))
    : text;
  // UTF-16 code units, as browsers count `maxlength`; zod's `max` counts characters.
  return required.refine(
    (typed) => typed.length <= field.maxLength,
    fieldErrorMessage(field, "too-long", words),
  );
}

/** One line. A line break is refused, not removed: header injection. */
export function line(field: Field, words?: ErrorWords, read = (text: string) => text) {
  return input
    .refine((text) => !LINE_END.test(text.trim()), fieldErrorMessage(field, "one-line", words))
    .transform((text) => read(tidy(text)))
    .pipe(bounded(field, words));
}

const emptyOr = (field: Field, isGood: (text: string) => boolean) => (text: string) =>
  (text === "" && !field.isRequired) || isGood(text);

/** An address, with whatever people paste around it. */
export function email(field: Field, words?: ErrorWords) {
  const address = (text: string) => readEmail(text) ?? text;
  return line(field, words, address).refine(
    emptyOr(field, (text) => readEmail(text) !== null),
    fieldErrorMessage(field, "format", words),
  );
}

/** An http or https URL: no scheme that runs code when staff click on it. */
function webUrl(field: Field, words?: ErrorWords) {
  const isGood = emptyOr(field, (text) => WEB_URL.test(text) && URL.canParse(text));
  return line(field, words)
    .transform(readWebsite)
    .refine(isGood, fieldErrorMessage(field, "format", words));
}

/** Several lines; every kind of line break becomes \n. */
function longText(field: Field, words?: ErrorWords) {
  return input
    .transform((text) => tidy(text.replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")))
    .pipe(bounded(field, words));
}

/** One of the field's values. */
export function choice(field: Field, words?: ErrorWords) {
  const isGood = emptyOr(field, (text) => field.values?.includes(text) ?? false);
  return line(field, words).refine(isGood, fieldErrorMessage(field, "format", words));
}

/** Any of the field's values, without repetition, in the field's order. */
export function choices(field: Field, words?: ErrorWords) {
  const allowed = field.values ?? [];
  return z
    .union(
      [z.string().transform((one) => [one]), z.array(z.string()).max(50)],
      fieldErrorMessage(field, "format", words),
    )
    .nullish()
    .transform((chosen) => chosen?.filter((one) => one !== "") ?? [])
    .refine(
      (chosen) => chosen.every((one) => allowed.includes(one)),
      fieldErrorMessage(field, "format", words),
    )
    .transform((chosen) => allowed.filter((one) => chosen.includes(one)));
}

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
