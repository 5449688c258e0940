import type { FieldError } from "./form-state.ts";

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
