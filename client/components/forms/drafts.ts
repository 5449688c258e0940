import type { FormName } from "../../../shared/forms/form-names.ts";
import { controlsOf, copyTyped } from "../../data/typed.ts";

/** Unsent input, while the visitor is on other pages: the fields of forms that were left. In memory only. */
const drafts = new Map<FormName, HTMLInputElement[]>();

export function saveDraft(form: FormName, element: HTMLFormElement): void {
  drafts.set(form, controlsOf(element));
}

export function removeDraft(form: FormName): void {
  drafts.delete(form);
}

/** Restores a draft. */
export function restoreDraft(form: FormName, element: HTMLFormElement): void {
  copyTyped(drafts.get(form) ?? [], controlsOf(element));
}
