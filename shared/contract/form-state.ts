import type { FormName } from "../forms/form-names.ts";

/** The message tells how to correct the field. */
export interface FieldError {
  field: string;
  message: string;
}

/** The submitted values, by field name; a list where several may be chosen. */
export type TypedValues = Readonly<Record<string, string | readonly string[]>>;

/** A form that was posted without scripts and comes back with what was typed: for that visitor alone, never cached. */
export interface FormState {
  form: FormName;
  status: number;
  values: TypedValues;
  errors: readonly FieldError[];
  /** The error of the whole form, where no field is invalid. */
  failure: string | null;
  /** The reference of what was stored all the same. */
  reference?: string | undefined;
}

/** What a browser reads of the response to a form: that it was accepted, or of the problem (RFC 9457). */
export interface FormResponse {
  data?: { reference: string };
  message?: string;
  errors?: FieldError[];
  requestId?: string;
}
