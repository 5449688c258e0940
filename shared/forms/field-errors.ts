import type { Field } from "./field.ts";

/** The validation errors of a field. */
export type FieldErrorKind = "missing" | "too-long" | "format" | "one-line";

const FORMATS: Partial<Record<Field["kind"], string>> = {
  email: "Enter an email address in the correct format, like name@example.com",
  url: "Enter a website address in the correct format, like https://www.example.org",
};

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The message for a field: how to fix it. The same on both sides. */
export function fieldErrorMessage(field: Field, kind: FieldErrorKind): string {
  const isChosen = field.kind === "choice" || field.kind === "choices";
  if (kind === "too-long") {
    const limit = field.maxLength.toLocaleString("en-US");
    return `${capital(field.noun)} must be ${limit} characters or fewer`;
  }
  if (kind === "one-line") return `${capital(field.noun)} must be on one line`;
  if (isChosen) return `Choose ${field.noun}${kind === "format" ? " from the list" : ""}`;
  return kind === "format" ? (FORMATS[field.kind] ?? `Enter ${field.noun}`) : `Enter ${field.noun}`;
}
