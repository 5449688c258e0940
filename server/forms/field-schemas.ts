import * as z from "zod";
import type { Field } from "../../shared/forms/field.ts";
import { faultMessage } from "../../shared/forms/field-faults.ts";
import { isBlank, stripInvisible } from "../upstream/clean-text.ts";

/** Every character that some reader of a header or a line takes for its end. */
const LINE_END = /[\n\r\v\f\0\u0085\u2028\u2029]/;
const WEB_ADDRESS = /^https?:\/\/[^\s/?#]+\.[^\s]+$/i;

/** What is not there counts as left empty. */
const given = z
  .string("must be text")
  .nullish()
  .transform((text) => text ?? "");

/** Text without what nobody can see; text of nothing else is empty. */
export const tidy = (text: string) => (isBlank(text) ? "" : stripInvisible(text).trim());

function bounded(field: Field) {
  const text = z.string();
  const given = field.isRequired ? text.min(1, faultMessage(field, "missing")) : text;
  // In UTF-16 code units, as browsers count: `max` counts characters.
  return given.refine((typed) => typed.length <= field.maxLength, faultMessage(field, "too-long"));
}

/** One line. A line break in it is refused, not mended: it is how headers are forged. */
export function line(field: Field) {
  return given
    .refine((text) => !LINE_END.test(text.trim()), faultMessage(field, "one-line"))
    .transform(tidy)
    .pipe(bounded(field));
}

const emptyOr = (field: Field, isGood: (text: string) => boolean) => (text: string) =>
  (text === "" && !field.isRequired) || isGood(text);

/** The browsers' own idea of an address, so that a form and its server never disagree. */
export function email(field: Field) {
  const isGood = emptyOr(field, (text) => z.regexes.html5Email.test(text));
  return line(field).refine(isGood, faultMessage(field, "format"));
}

/** An address of the web: nothing that could run when staff click on it. */
export function webAddress(field: Field) {
  const isGood = emptyOr(field, (text) => WEB_ADDRESS.test(text) && URL.canParse(text));
  return line(field).refine(isGood, faultMessage(field, "format"));
}

/** Several lines; a line break counts once, whatever the browser made of it. */
export function longText(field: Field) {
  return given
    .transform((text) => tidy(text.replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n")))
    .pipe(bounded(field));
}

/** One of the field's values. */
export function choice(field: Field) {
  const isGood = emptyOr(field, (text) => field.values?.includes(text) ?? false);
  return line(field).refine(isGood, faultMessage(field, "format"));
}

/** Any of the field's values, each once, in the field's order. */
export function choices(field: Field) {
  const allowed = field.values ?? [];
  return z
    .union(
      [z.string().transform((one) => [one]), z.array(z.string()).max(50)],
      faultMessage(field, "format"),
    )
    .nullish()
    .transform((chosen) => chosen?.filter((one) => one !== "") ?? [])
    .refine((chosen) => chosen.every((one) => allowed.includes(one)), faultMessage(field, "format"))
    .transform((chosen) => allowed.filter((one) => chosen.includes(one)));
}
