import type { FormName } from "../../../shared/forms/form-names.ts";

/** Unsent input, while the visitor is on other pages. In memory only. */
const drafts = new Map<FormName, [name: string, value: string][]>();

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);

export function saveDraft(form: FormName, element: HTMLFormElement): void {
  const typed = [...new FormData(element)].map(([name, value]) => [name, String(value)] as const);
  drafts.set(
    form,
    typed.map(([name, value]) => [name, value]),
  );
}

export function removeDraft(form: FormName): void {
  drafts.delete(form);
}

/** Restores a draft. */
export function restoreDraft(form: FormName, element: HTMLFormElement): void {
  const draft = drafts.get(form);
  if (draft) fillForm(element, draft);
}

/** Fills in values by name. Each field gets an `input` event, as if it had been typed. */
export function fillForm(
  element: HTMLFormElement,
  typed: readonly (readonly [name: string, value: string])[],
): void {
  for (const control of [...element.elements].filter(isControl)) {
    const values = typed.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isTicked(control)) control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
