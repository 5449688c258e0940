import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { Field, FieldKind, FieldSet } from "../../../shared/forms/field.ts";
import { type FieldErrorKind, fieldErrorMessage } from "../../../shared/forms/field-errors.ts";

/** Patterns that catch slips before a form is sent. The binding rules are the server's (`server/forms/form-schema.ts`). */
const LIKELY: { [kind in FieldKind]?: RegExp } = {
  email: /^(?!.*@[^ <]*@).+[@＠].+[.．。]./,
  url: /.\../,
};

type Controls = HTMLFormControlsCollection;

function textOf(controls: Controls, name: string): string | null {
  const control = controls.namedItem(name);
  return control && "value" in control ? String(control.value).trim() : null;
}

function errorKindOf(field: Field, name: string, controls: Controls): FieldErrorKind | null {
  const text = textOf(controls, name);
  if (text === null || field.kind === "choices") return null;
  const isElsewhere = field.orElse !== undefined && Boolean(textOf(controls, field.orElse));
  if (field.isRequired && text === "" && !isElsewhere) return "missing";
  if (text.length > field.maxLength) return "too-long";
  const isSlip = text !== "" && LIKELY[field.kind]?.test(text) === false;
  return isSlip ? "format" : null;
}

/** Returns the errors of a form, in the same words as the server. */
export const check = (form: HTMLFormElement, fields: FieldSet): FieldError[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const kind = errorKindOf(field, name, form.elements);
    return kind === null ? [] : [{ field: name, message: fieldErrorMessage(field, kind) }];
  });
