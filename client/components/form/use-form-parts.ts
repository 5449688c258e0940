import { type RefObject, useEffect, useRef, useState } from "react";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { FieldSet } from "../../../shared/forms/field.ts";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { useFormState } from "../../data/form-state-context.ts";
import { errorTitle } from "../../document/head-text.ts";
import { forgetDraft, keepDraft, restoreDraft } from "./drafts.ts";
import type { FormParts } from "./form-context.ts";

export interface FormControls {
  parts: FormParts;
  ref: RefObject<HTMLFormElement | null>;
  failure: string | null;
  /** Changes with each answer, so that its box appears anew and takes focus again. */
  answer: number;
  /** Changes when the form is emptied, so that its fields begin anew. */
  round: number;
  show: (problem: { errors?: readonly FieldError[]; failure?: string | null }) => void;
  /** Empties the form after it was taken. */
  reset: () => void;
}

/** The state of a form: what came back from the server at first, and what happens from then on. */
export function useFormParts(
  form: FormName,
  fields: FieldSet,
  { isPrefilled = false }: { isPrefilled?: boolean } = {},
): FormControls {
  const state = useFormState(form);
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(state?.errors ?? []);
  const [failure, setFailure] = useState(state?.failure ?? null);
  const [answer, setAnswer] = useState(0);
  const [round, setRound] = useState(0);
  const isWrong = errors.length > 0 || failure !== null;

  useEffect(() => {
    if (!isWrong) return;
    const title = document.title;
    document.title = errorTitle(title);
    return () => {
      document.title = title.replace(/^Error: /, "");
    };
  }, [isWrong]);

  // What was typed outlives a look at another page.
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // What an address asks for goes before what was typed earlier.
    if (!isPrefilled) restoreDraft(form, element);
    return () => keepDraft(form, element);
  }, [form, isPrefilled]);

  const show: FormControls["show"] = (problem) => {
    setErrors(problem.errors ?? []);
    setFailure(problem.failure ?? null);
    setAnswer((count) => count + 1);
  };

  const reset = () => {
    forgetDraft(form);
    show({});
    setRound((count) => count + 1);
  };

  const values = round === 0 ? (state?.values ?? {}) : {};
  return { parts: { form, fields, values, errors }, ref, failure, answer, round, show, reset };
}
