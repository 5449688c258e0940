import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { Field, FieldSet } from "../../../shared/forms/field.ts";
import { type FaultKind, faultMessage } from "../../../shared/forms/field-faults.ts";
import { evidenceFields } from "../../../shared/forms/form-names.ts";

const textOf = (data: FormData, name: string) => String(data.get(name) ?? "");

/** What stands in a form, as it is sent. */
export function readFields(form: HTMLFormElement, fields: FieldSet): Record<string, unknown> {
  const data = new FormData(form);
  const read: Record<string, unknown> = {};
  for (const [name, { kind }] of Object.entries(fields))
    read[name] = kind === "choices" ? data.getAll(name).map(String) : textOf(data, name);
  const bait = textOf(data, evidenceFields.honeypot);
  return bait === "" ? read : { ...read, [evidenceFields.honeypot]: bait };
}

function faultOf(field: Field, control: Element | RadioNodeList | null): FaultKind | null {
  const isText =
    control instanceof HTMLInputElement ||
    control instanceof HTMLTextAreaElement ||
    control instanceof HTMLSelectElement;
  if (!isText || field.kind === "choices") return null;
  const text = control.value.trim();
  if (field.isRequired && text === "") return "missing";
  if (text.length > field.maxLength) return "too-long";
  // The platform knows what an e-mail address and a web address look like.
  return control.validity.typeMismatch ? "format" : null;
}

/** What the browser itself can tell is wrong; the server's answer is the last word. */
export function findFaults(form: HTMLFormElement, fields: FieldSet): FieldError[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const fault = faultOf(field, form.elements.namedItem(name));
    return fault === null ? [] : [{ field: name, message: faultMessage(field, fault) }];
  });
}
