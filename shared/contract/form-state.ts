import type { FormName } from "../forms/form-names.ts";

/** An invalid field, and the message that tells how to correct it. */
export interface FieldError {
  field: string;
  message: string;
}

/** The submitted values, by field name; a list where several may be chosen. */
export type TypedValues = Readonly<Record<string, string | readonly string[]>>;

/**
 * A form that was posted without scripts and comes back with its page. It holds what a visitor
 * typed: such a response is for that visitor alone and never cached.
 */
export interface FormState {
  form: FormName;
  status: number;
  values: TypedValues;
  errors: readonly FieldError[];
  /** The error of the whole form, where no field is invalid. */
  failure: string | null;
  /** The reference of what was stored all the same. */
  reference?: string;
}

/** The response to an accepted form: 200 when the source has it, 202 when it is stored. */
export interface FormTaken {
  data: {
    message: string;
    /** Quoted by the visitor. */
    reference: string;
  };
  meta: { now: string };
  links: { self: string };
}

/** What a browser reads of a problem (RFC 9457) that a form came back with. */
export interface FormProblem {
  message?: string;
  errors?: FieldError[];
}
