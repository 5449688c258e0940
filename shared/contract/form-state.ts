import type { FormName } from "../forms/form-names.ts";

/** The error of a field, with a message that tells how to correct the field. */
export interface FieldError {
  field: string;
  message: string;
  /** A short name of the error for programs, such as `missing`. */
  code?: string | undefined;
}

/** The submitted values, by field name; a list where several may be chosen. */
export type TypedValues = Readonly<Record<string, string | readonly string[]>>;

/** A form that was posted without scripts and comes back with the typed values, for this visitor alone and never cached. */
export interface FormState {
  form: FormName;
  status: number;
  values: TypedValues;
  errors: readonly FieldError[];
  /** The error of the whole form, when no field is invalid. */
  failure: string | null;
  /** The reference, when the submission was stored all the same. */
  reference?: string | undefined;
}

/** The fields that the browser reads from the response to a form: those of success, and those of a problem (RFC 9457). */
export interface FormResponse {
  data?: { reference: string };
  message?: string;
  errors?: FieldError[];
  requestId?: string;
}
