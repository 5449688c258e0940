import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { Field, FieldKind, FieldSet } from "../../../shared/forms/field.ts";
import { type FieldErrorKind, fieldErrorMessage } from "../../../shared/forms/field-errors.ts";
import { spamCheckFields } from "../../../shared/forms/form-names.ts";

const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");

/** The values of a form, as they are sent. */
export function readFields(form: HTMLFormElement, fields: FieldSet): Record<string, unknown> {
  const data = new FormData(form);
  const read: Record<string, unknown> = {};
  for (const [name, { kind }] of Object.entries(fields))
    read[name] = kind === "choices" ? data.getAll(name).map(String) : textOf(data, name);
  const honeypot = textOf(data, spamCheckFields.honeypot);
  return honeypot === "" ? read : { ...read, [spamCheckFields.honeypot]: honeypot };
}

/** Catches slips before a form is sent; the rule is the server's (`submissions/forms/read-address.ts`). */
const LIKELY: { [kind in FieldKind]?: RegExp } = {
  email: /^(?!.*@[^ <]*@).+[@＠].+[.．。]./,
  url: /.\../,
};

function errorKindOf(field: Field, control: Element | RadioNodeList | null): FieldErrorKind | null {
  const isText =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  if (!isText || field.kind === "choices") return null;
  const text = control.value.trim();
  if (field.isRequired && text === "") return "missing";
  if (text.length > field.maxLength) return "too-long";
  const isSlip = text !== "" && LIKELY[field.kind]?.test(text) === false;
  return isSlip ? "format" : null;
}

/** Validation in the browser; the server validates again. */
export function findFieldErrors(form: HTMLFormElement, fields: FieldSet): FieldError[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const kind = errorKindOf(field, form.elements.namedItem(name));
    return kind === null ? [] : [{ field: name, message: fieldErrorMessage(field, kind) }];
  });
}
