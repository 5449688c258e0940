import type { FormName } from "../../../shared/forms/form-names.ts";

/** What was typed and not sent, while the visitor looks at other pages. In memory alone. */
const drafts = new Map<FormName, [name: string, value: string][]>();

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement;

const isTicked = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ["checkbox", "radio"].includes(control.type);

export function keepDraft(form: FormName, element: HTMLFormElement): void {
  const typed = [...new FormData(element)].map(([name, value]) => [name, String(value)] as const);
  drafts.set(
    form,
    typed.map(([name, value]) => [name, value]),
  );
}

export function forgetDraft(form: FormName): void {
  drafts.delete(form);
}

/** Puts back what was typed before. Each field hears of it as if it had been typed. */
export function restoreDraft(form: FormName, element: HTMLFormElement): void {
  const draft = drafts.get(form);
  if (!draft) return;
  for (const control of [...element.elements].filter(isControl)) {
    const values = draft.filter(([name]) => name === control.name).map(([, value]) => value);
    if (isTicked(control)) control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
