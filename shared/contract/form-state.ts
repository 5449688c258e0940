import type { FormName } from "../forms/form-names.ts";

/** A field that has to be mended, and the sentence that says how. */
export interface FieldError {
  field: string;
  message: string;
}

/** What was typed, by field name; a list where several may be chosen. */
export type TypedValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * A form that was posted without scripts and comes back with its page. It holds what a visitor
 * typed: such an answer is for that visitor alone and never kept.
 */
export interface FormState {
  form: FormName;
  /** Of the answer. */
  status: number;
  values: TypedValues;
  errors: readonly FieldError[];
  /** What is wrong with the whole, where no field is at fault. */
  failure: string | null;
}
