import { randomInt } from "node:crypto";
import type { InboxForm } from "../../shared/forms/form-names.ts";

/** Crockford's letters: none is read as another. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = { contact: "C", volunteer: "V", partner: "P" } as const satisfies Record<
  InboxForm,
  string
>;

const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A reference number that can be read out over a telephone; 40 random bits. */
export function makeReference(form: InboxForm): string {
  return `${PREFIX[form]}-${letters(4)}-${letters(4)}`;
}
