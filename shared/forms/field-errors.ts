import { fill } from "../fill.ts";
import { type ErrorWords, errorWords } from "./error-words.ts";
import { type Field, grouped } from "./field.ts";

export type FieldErrorKind = "missing" | "too-long" | "format" | "one-line";

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

function template({ kind, orElse }: Field, error: FieldErrorKind, words: ErrorWords): string {
  const isChosen = kind === "choice" || kind === "choices";
  if (error === "missing" && orElse === "phone") return words.emailOrPhone;
  if (error === "too-long") return words.tooLong;
  if (error === "one-line") return words.oneLine;
  if (isChosen) return error === "format" ? words.chooseFromList : words.choose;
  if (error === "format" && kind === "email") return words.emailFormat;
  return error === "format" && kind === "url" ? words.urlFormat : words.enter;
}

/** Returns the message of an error, in the language of the build unless the server passes other words. */
export function fieldErrorMessage(
  field: Field,
  kind: FieldErrorKind,
  words: ErrorWords = errorWords,
): string {
  const limit = grouped(field.maxLength);
  return capital(fill(template(field, kind, words), { noun: words.nouns[field.noun], limit }));
}
