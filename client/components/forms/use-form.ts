import { useEffect, useRef, useState } from "react";
import type { FieldError, TypedValues } from "../../../shared/contract/form-state.ts";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { type FormName, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { useFormState } from "../../data/request-context.ts";
import { controlsOf, copyTyped } from "../../data/typed.ts";
import { errorTitle, titleWithoutError } from "../../format/text.ts";
import type { FormParts } from "./fields.tsx";

/** The fields of forms that the visitor left, with unsent input. Drafts are in memory only. */
const drafts = new Map<FormName, HTMLInputElement[]>();

const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");

export function readFields(form: HTMLFormElement, fields: FieldSet): TypedValues {
  const data = new FormData(form);
  const read: Record<string, string | string[]> = {};
  for (const [name, { kind }] of Object.entries(fields))
    read[name] = kind === "choices" ? data.getAll(name).map(String) : textOf(data, name);
  const honeypot = textOf(data, spamCheckFields.honeypot);
  return honeypot === "" ? read : { ...read, [spamCheckFields.honeypot]: honeypot };
}

/** Loads the check as soon as the visitor enters a form. */
export const loadCheck = () => import("./check-fields.ts");

/** Validates a form in the browser. The server validates again, and on its own when the check could not be loaded. */
export const findFieldErrors = (form: HTMLFormElement, fields: FieldSet) =>
  loadCheck().then(
    ({ check }) => check(form, fields),
    () => [],
  );

export type FormControls = ReturnType<typeof useFormParts>;

/** Returns the state of a form, which starts from the server's response to a post. */
export function useFormParts(
  form: FormName,
  fields: FieldSet,
  { isPrefilled = false }: { isPrefilled?: boolean } = {},
) {
  const state = useFormState(form);
  const ref = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState(state?.errors ?? []);
  const [failure, setFailure] = useState(state?.failure ?? null);
  const [values, setValues] = useState<TypedValues>(state?.values ?? {});
  // A new `resultCount` mounts the result box again, so that it takes focus; a new `resetCount` mounts the fields again.
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
    if (!isPrefilled) copyTyped(drafts.get(form) ?? [], controlsOf(element));
    return () => void drafts.set(form, controlsOf(element));
  }, [form, isPrefilled]);

  const show = (problem: { errors?: readonly FieldError[]; failure?: string | null }) => {
    setErrors(problem.errors ?? []);
    setFailure(problem.failure ?? null);
    setResultCount((count) => count + 1);
  };

  /** Empties the form after a submission, or fills it in with earlier input. */
  const reset = (typed: TypedValues = {}) => {
    drafts.delete(form);
    show({});
    setValues(typed);
    setResetCount((count) => count + 1);
  };

  const parts: FormParts = { form, fields, values, errors };
  return { parts, ref, failure, resultCount, resetCount, show, reset };
}
