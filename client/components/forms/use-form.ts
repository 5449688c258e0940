import { type RefObject, useEffect, useRef, useState } from "react";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { FieldSet } from "../../../shared/forms/field.ts";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { useFormState } from "../../data/form-state-context.ts";
import { errorTitle, titleWithoutError } from "../../format/error-title.ts";
import { removeDraft, restoreDraft, saveDraft } from "./drafts.ts";
import type { FormParts } from "./form-context.ts";

export interface FormControls {
  parts: FormParts;
  ref: RefObject<HTMLFormElement | null>;
  failure: string | null;
  /** Changes with each result, so that its box is mounted again and takes focus. */
  resultCount: number;
  /** Changes with each reset, so that the fields are mounted again. */
  resetCount: number;
  show: (problem: { errors?: readonly FieldError[]; failure?: string | null }) => void;
  /** Empties the form after a submission. */
  reset: () => void;
}

/** The state of a form, starting from the server's response to a post. */
export function useFormParts(
  form: FormName,
  fields: FieldSet,
  { isPrefilled = false }: { isPrefilled?: boolean } = {},
): FormControls {
  const state = useFormState(form);
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(state?.errors ?? []);
  const [failure, setFailure] = useState(state?.failure ?? null);
  const [resultCount, setResultCount] = useState(0);
  const [resetCount, setResetCount] = useState(0);
  const isWrong = errors.length > 0 || failure !== null;

  useEffect(() => {
    if (!isWrong) return;
    const title = document.title;
    document.title = errorTitle(title);
    return () => {
      document.title = titleWithoutError(title);
    };
  }, [isWrong]);

  // The draft survives a visit to another page.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // Values from the URL take precedence over the draft.
    if (!isPrefilled) restoreDraft(form, element);
    return () => saveDraft(form, element);
  }, [form, isPrefilled]);

  const show: FormControls["show"] = (problem) => {
    setErrors(problem.errors ?? []);
    setFailure(problem.failure ?? null);
    setResultCount((count) => count + 1);
  };

  const reset = () => {
    removeDraft(form);
    show({});
    setResetCount((count) => count + 1);
  };

  const values = resetCount === 0 ? (state?.values ?? {}) : {};
  return {
    parts: { form, fields, values, errors },
    ref,
    failure,
    resultCount,
    resetCount,
    show,
    reset,
  };
}
