import { createContext, useContext } from "react";
import type { FieldError, TypedValues } from "../../../shared/contract/form-state.ts";
import type { Field, FieldSet } from "../../../shared/forms/field.ts";
import type { FormName } from "../../../shared/forms/form-names.ts";

/** Shared by the fields of a form. */
export interface FormParts {
  form: FormName;
  fields: FieldSet;
  /** Initial values. */
  values: TypedValues;
  errors: readonly FieldError[];
}

export const FormContext = createContext<FormParts | null>(null);

/** The id of a field's control; the error summary links to it. */
export const controlId = (form: FormName, name: string) => `${form}-${name}`;

/** The props of one field's control. */
export function useField(name: string) {
  const parts = useContext(FormContext);
  const field: Field | undefined = parts?.fields[name];
  if (!parts || !field) throw new Error(`no field ${name}`);
  const id = controlId(parts.form, name);
  const error = parts.errors.find((one) => one.field === name)?.message ?? null;
  return { field, id, error, value: parts.values[name] };
}

/** `aria-describedby` of a control: hint, then error. */
export function describedBy(id: string, hasHint: boolean, error: string | null) {
  const ids = [hasHint && `${id}-hint`, error !== null && `${id}-error`];
  return ids.filter(Boolean).join(" ") || undefined;
}
