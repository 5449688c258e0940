import { unescape as decode } from "node:querystring";
import * as z from "zod";
import type { FieldError } from "../../shared/contract/form-state.ts";
import type { ErrorWords } from "../../shared/forms/error-words.ts";
import type { Field, FieldKind, FieldSet } from "../../shared/forms/field.ts";
import type { FieldErrorKind } from "../../shared/forms/field-errors.ts";
import { fieldErrorMessage } from "../../shared/forms/field-errors.ts";
import { isEmailAddress } from "../email-address.ts";
import { MAX_NAME_LENGTH } from "../http/problems.ts";
import { isBlank, stripInvisible } from "../source/text/clean-text.ts";

/** The invisible characters, except joiners within a script that needs them: without its joiners, a domain is another one. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}(?<!\P{ASCII}[\u200C\u200D](?=\P{ASCII}))/gu;

const withoutUnseen = (typed: string) => typed.replace(UNSEEN, "").trim();

/** Converts full-width ASCII and the ideographic full stop, as East Asian keyboards write them, to plain ASCII. */
const toHalfWidth = (text: string) =>
  text
    .replace(/[！-～]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[。｡]/g, ".");

/** The text before the last brackets, and the text in them: `Asha <asha@b.example>`, `asha@b.example (Asha)`. */
const BRACKETED = /^(.*?)[<«‹\p{Ps}]([^<>«»‹›\p{Ps}\p{Pe}]*)[>»›\p{Pe}][\s,;]*$/u;
/**
 * The quotes around a text. A row of quotes within the text is scanned once, not again from each quote. Examples: both quotes
 * of `"Asha"` and of `“Asha”`.
 */
const QUOTES = /^["'“”„‘’]+|(?<!["'“”„‘’])["'“”„‘’]+$/g;

function withoutScheme(part: string): string {
  const text = part.trim().replace(QUOTES, "").trim();
  const [, address] = /^mailto:(?:\/\/)?\s*([^?]*)/i.exec(text) ?? [];
  return address === undefined ? text : decode(address);
}

/**
 * Returns the e-mail address in a typed text, since people paste an address with a name, in brackets or as a link. Returns
 * null when the text has no address, or several.
 */
function readEmail(typed: string): string | null {
  const text = toHalfWidth(withoutUnseen(typed));
  if (isEmailAddress(text)) return text;
  const parts = BRACKETED.exec(text)?.slice(1) ?? [text];
  const found = new Set(parts.map(withoutScheme).filter((part) => /\S@\S/.test(part)));
  const [address = ""] = found;
  return found.size === 1 && isEmailAddress(address) ? address : null;
}

/** A host name, with a dot before two letters: `bücher.example`, `www.example.org`; not `example` or `4.5`. */
const HOST_NAME = /.\.\p{L}{2}/u;

/**
 * Returns a website as typed, with https added to a host name, or to a host name with a path, that has no scheme. An e-mail address
 * stays as typed, so that the visitor is told of it.
 */
export function readWebsite(typed: string): string {
  const text = withoutUnseen(typed);
  const address = text.replace(/^\/\//, "");
  const [authority = ""] = address.split(/[/?#]/, 1);
  const [host = ""] = authority.split(":", 1);
  const isHost = HOST_NAME.test(host) && !authority.includes("@");
  return isHost && !/\s/.test(address) ? `https://${address}` : text;
}

/** The characters that some parser takes for the end of a line. */
const LINE_END = /[\n\r\v\f\0\u0085\u2028\u2029]/;
/** The beginning of a web URL whose host has a dot. */
const WEB_URL = /^https?:\/\/[^/?#]+\../i;

const input = z
  .string("must be text")
  .refine((text) => text.isWellFormed(), "must be text: it has half of a surrogate pair")
  .nullish()
  .transform((text) => text ?? "");

/** Removes invisible characters. Text that has no other characters becomes empty. */
export const tidy = (text: string) => (isBlank(text) ? "" : stripInvisible(text).trim());

/** An error with its sentence, and with its name for programs. */
type ErrorRule = (kind: FieldErrorKind) => { error: string; params: { code: FieldErrorKind } };

/** A line break of any system or script: `\r\n`, `\u2028`. */
const LINE_BREAK = /\r\n?|[\u0085\u2028\u2029\v\f]/g;

const READERS: Partial<Record<FieldKind, (typed: string) => string>> = {
  email: (typed) => readEmail(typed) ?? typed,
  long: (typed) => typed.replace(LINE_BREAK, "\n"),
};

function hasFormat({ kind, values = [] }: Field, text: string): boolean {
  if (kind === "email") return isEmailAddress(text);
  // Other schemes may run code when staff click on the link.
  if (kind === "url") return WEB_URL.test(text) && !/\s/.test(text) && URL.canParse(text);
  return kind !== "choice" || values.includes(text);
}

function textRule(field: Field, rule: ErrorRule) {
  const { kind, maxLength } = field;
  // The rule of a form says that one of two fields is enough.
  const isRequired = field.isRequired && field.orElse === undefined;
  const read = READERS[kind] ?? ((typed: string) => typed);
  return (
    input
      // A line break is refused, not removed, because it may be an attempt at header injection.
      .refine((typed) => kind === "long" || !LINE_END.test(typed.trim()), rule("one-line"))
      .transform((typed) => tidy(read(typed)))
      .refine((text) => text !== "" || !isRequired, rule("missing"))
      // The length is in UTF-16 code units, as browsers count `maxlength`; zod's `max` counts characters.
      .refine((text) => text.length <= maxLength, rule("too-long"))
      // The scheme is added after the length check, because a visitor who typed no scheme did not count one.
      .transform((text) => (kind === "url" ? readWebsite(text) : text))
      .refine((text) => text === "" || hasFormat(field, text), rule("format"))
  );
}

/** Accepts any of the field's values, and returns them without repetition, in the field's order. */
function choicesRule({ values = [] }: Field, rule: ErrorRule) {
  return z
    .union(
      [z.string().transform((one) => [one]), z.array(z.string()).max(50)],
      rule("format").error,
    )
    .nullish()
    .transform((chosen) => chosen?.filter((one) => one !== "") ?? [])
    .refine((chosen) => chosen.every((one) => values.includes(one)), rule("format"))
    .transform((chosen) => values.filter((one) => chosen.includes(one)));
}

type Value<One extends Field> = One extends { kind: "choices" }
  ? readonly string[]
  : One extends { values: readonly (infer Choice)[] }
    ? Choice
    : string;
type Shape<Fields extends FieldSet> = { [Name in keyof Fields]: z.ZodType<Value<Fields[Name]>> };

/** Builds the schema of a form (spec section 3), with a rule for the kind of each field. The schema ignores other fields. */
export function formSchema<Fields extends FieldSet>(fields: Fields, words?: ErrorWords) {
  const rules = Object.entries(fields).map(([name, field]) => {
    const rule = field.kind === "choices" ? choicesRule : textRule;
    const errorRule: ErrorRule = (kind) => ({
      error: fieldErrorMessage(field, kind, words),
      params: { code: kind },
    });
    return [name, rule(field, errorRule)];
  });
  return z.object<Shape<Fields>>(Object.fromEntries(rules));
}

/** The names for programs of the codes of zod, and of the codes that pages of the desk have words for. */
const CODES: Readonly<Record<string, string>> = {
  too_big: "too-long",
  too_small: "missing",
  invalid_value: "not-listed",
  tooLong: "too-long",
  required: "missing",
  url: "format",
  date: "format",
};

/** The codes of our own rules that are names for programs already. */
const OWN_CODES = ["missing", "too-long", "format", "one-line", "order"];

function codeOf(issue: z.core.$ZodIssue): string {
  const { code = issue.code } = ("params" in issue && issue.params) || {};
  return OWN_CODES.includes(code) ? code : (CODES[code] ?? "invalid");
}

/** Returns the first error of each field. The error of an unknown field names the known fields. */
export function fieldErrors(
  { issues }: z.ZodError,
  knownAt: (path: string) => readonly string[] = () => [],
): FieldError[] {
  const errors = new Map<string, FieldError>();
  const add = (field: string, message: string, code: string) => {
    if (!errors.has(field)) errors.set(field, { field, message, code });
  };
  for (const issue of issues) {
    const path = issue.path.map(String).join(".");
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [];
    const known = `Unknown field. Choose from ${knownAt(path).join(", ")}`;
    for (const key of keys)
      add(`${path && `${path}.`}${key}`.slice(0, MAX_NAME_LENGTH), known, "unknown");
    if (keys.length === 0) add(path, issue.message, codeOf(issue));
  }
  return [...errors.values()];
}
