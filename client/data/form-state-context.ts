import { createContext, useContext } from "react";
import type { FormState } from "../../shared/contract/form-state.ts";
import type { FormName } from "../../shared/forms/form-names.ts";
import { useLocation } from "../navigation.ts";

export const FormStateContext = createContext<FormState | null>(null);

/** The state that the server serialised for a posted form; browser only. */
export function serialisedForm(): FormState | null {
  const text = document.body.dataset.form;
  // Written by our own server in `document/document.tsx`.
  return text ? (JSON.parse(text) as FormState) : null;
}

/**
 * The state of a posted form on the page it was posted to; null elsewhere and after a navigation.
 */
export function useFormState(form: FormName): FormState | null {
  const state = useContext(FormStateContext);
  const isFirstPage = useLocation().key === "default";
  return isFirstPage && state?.form === form ? state : null;
}
