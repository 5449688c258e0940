import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { Field, FieldKind, FieldSet } from "../../../shared/forms/field.ts";
import { type FieldErrorKind, fieldErrorMessage } from "../../../shared/forms/field-errors.ts";

/** Patterns that catch slips before a form is sent. The binding rules are the server's (`server/forms/form-schema.ts`). */
const LIKELY: { [kind in FieldKind]?: RegExp } = {
  email: /^(?!.*@[^ <]*@).+[@＠].+[.．。]./,
  url: /.\../,
};

function errorKindOf(field: Field, control: Element | RadioNodeList | null): FieldErrorKind | null {
  if (!control || !("value" in control) || field.kind === "choices") return null;
  const text = String(control.value).trim();
  if (field.isRequired && text === "") return "missing";
  if (text.length > field.maxLength) return "too-long";
  const isSlip = text !== "" && LIKELY[field.kind]?.test(text) === false;
  return isSlip ? "format" : null;
}

/** Returns the errors of a form, in the same words as the server. */
export const check = (form: HTMLFormElement, fields: FieldSet): FieldError[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const kind = errorKindOf(field, form.elements.namedItem(name));
    return kind === null ? [] : [{ field: name, message: fieldErrorMessage(field, kind) }];
  });
