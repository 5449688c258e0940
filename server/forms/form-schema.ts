import { unescape as decode } from "node:querystring";
import * as z from "zod";
import type { FieldError } from "../../shared/contract/form-state.ts";
import type { Field, FieldKind, FieldSet } from "../../shared/forms/field.ts";
import type { ErrorWords, FieldErrorKind } from "../../shared/forms/field-errors.ts";
import { fieldErrorMessage } from "../../shared/forms/field-errors.ts";
import { isEmailAddress } from "../email-address.ts";
import { MAX_NAME_LENGTH } from "../http/problems.ts";
import { isBlank, stripInvisible } from "../source/text/clean-text.ts";

/** What nobody sees, except joiners within a script that needs them: another domain has none there. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}(?<!\P{ASCII}[\u200C\u200D](?=\P{ASCII}))/gu;

const seen = (typed: string) => typed.replace(UNSEEN, "").trim();

/** East Asian keyboards write ASCII in full width, and a full stop of their own. */
const narrow = (text: string) =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".");

/** Before the last brackets, and in them: `Asha <asha@b.example>`, `asha@b.example (Asha)`. */
const BRACKETED = /^(.*?)[<«‹\p{Ps}]([^<>«»‹›\p{Ps}\p{Pe}]*)[>»›\p{Pe}][\s,;]*$/u;
/** A row of quotes within the text is looked at once, not again from each of them. */
const QUOTES = /^["'“”„‘’]+|(?<!["'“”„‘’])["'“”„‘’]+$/g;

function withoutScheme(part: string): string {
  const text = part.trim().replace(QUOTES, "").trim();
  const [, address] = /^mailto:(?:\/\/)?\s*([^?]*)/i.exec(text) ?? [];
  return address === undefined ? text : decode(address);
}

/** The one address in a typed text: people paste it with a name, in brackets or as a link. Two are none. */
function readEmail(typed: string): string | null {
  const text = narrow(seen(typed));
  if (isEmailAddress(text)) return text;
  const parts = BRACKETED.exec(text)?.slice(1) ?? [text];
  const found = new Set(parts.map(withoutScheme).filter((part) => /\S@\S/.test(part)));
  const [address = ""] = found;
  return found.size === 1 && isEmailAddress(address) ? address : null;
}

/** A host with a dot in it before two letters: `bücher.example`, `www.example.org`; not `example` or `4.5`. */
const HOST_NAME = /.\.\p{L}{2}/u;

/** The website as it was typed, with https where it has no scheme: a host with a name, perhaps with more behind it, without a user. */
export function readWebsite(typed: string): string {
  const text = seen(typed);
  const address = text.replace(/^\/\//, "");
  const [host = ""] = address.split(/[/?#@:]/, 1);
  return HOST_NAME.test(host) && !/\s/.test(address) ? `https://${address}` : text;
}

/** Every character that some parser takes for the end of a line. */
const LINE_END = /[\n\r\v\f\0\u0085\u2028\u2029]/;
/** The beginning of a URL whose host has a dot in it. */
const WEB_URL = /^https?:\/\/[^/?#]+\../i;

const input = z
  .string("must be text")
  .refine((text) => text.isWellFormed(), "must be text: it has half of a surrogate pair")
  .nullish()
  .transform((text) => text ?? "");

/** Removes invisible characters; text of nothing else is empty. */
export const tidy = (text: string) => (isBlank(text) ? "" : stripInvisible(text).trim());

type Says = (error: FieldErrorKind) => string;

const READS: Partial<Record<FieldKind, (typed: string) => string>> = {
  email: (typed) => readEmail(typed) ?? typed,
  long: (typed) => typed.replace(/\r\n?|[\u0085\u2028\u2029\v\f]/g, "\n"),
};

function hasFormat({ kind, values = [] }: Field, text: string): boolean {
  if (kind === "email") return isEmailAddress(text);
  // No scheme that runs code when staff click on it.
  if (kind === "url") return WEB_URL.test(text) && !/\s/.test(text) && URL.canParse(text);
  return kind !== "choice" || values.includes(text);
}

function textRule(field: Field, says: Says) {
  const { kind, isRequired, maxLength } = field;
  const read = READS[kind] ?? ((typed: string) => typed);
  return (
    input
      // Refused, not removed: header injection.
      .refine((typed) => kind === "long" || !LINE_END.test(typed.trim()), says("one-line"))
      .transform((typed) => tidy(read(typed)))
      .refine((text) => text !== "" || !isRequired, says("missing"))
      // UTF-16 code units, as browsers count `maxlength`; zod's `max` counts characters.
      .refine((text) => text.length <= maxLength, says("too-long"))
      // After its length: who typed no scheme has counted none.
      .transform((text) => (kind === "url" ? readWebsite(text) : text))
      .refine((text) => text === "" || hasFormat(field, text), says("format"))
  );
}

/** Any of the field's values, without repetition, in the field's order. */
function choicesRule({ values = [] }: Field, says: Says) {
  return z
    .union([z.string().transform((one) => [one]), z.array(z.string()).max(50)], says("format"))
    .nullish()
    .transform((chosen) => chosen?.filter((one) => one !== "") ?? [])
    .refine((chosen) => chosen.every((one) => values.includes(one)), says("format"))
    .transform((chosen) => values.filter((one) => chosen.includes(one)));
}

type Value<One extends Field> = One extends { kind: "choices" }
  ? readonly string[]
  : One extends { values: readonly (infer Choice)[] }
    ? Choice
    : string;
type Shape<Fields extends FieldSet> = { [Name in keyof Fields]: z.ZodType<Value<Fields[Name]>> };

/** The schema of a form (spec section 3), each field by the rule of its kind. It passes over other fields. */
export function formSchema<Fields extends FieldSet>(fields: Fields, words?: ErrorWords) {
  const rules = Object.entries(fields).map(([name, field]) => {
    const rule = field.kind === "choices" ? choicesRule : textRule;
    return [name, rule(field, (error) => fieldErrorMessage(field, error, words))];
  });
  return z.object<Shape<Fields>>(Object.fromEntries(rules));
}

/** The first error of each field; of one that is not there with the names of those that are. */
export function fieldErrors(
  { issues }: z.ZodError,
  knownAt: (path: string) => readonly string[] = () => [],
): FieldError[] {
  const errors = new Map<string, string>();
  const add = (field: string, message: string) => errors.has(field) || errors.set(field, message);
  for (const issue of issues) {
    const path = issue.path.map(String).join(".");
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    const known = `There is no such field here. Choose from ${knownAt(path).join(", ")}`;
    for (const key of keys) add(`${path && `${path}.`}${key}`.slice(0, MAX_NAME_LENGTH), known);
    if (keys.length === 0) add(path, issue.message);
  }
  return [...errors].map(([field, message]) => ({ field, message }));
}
