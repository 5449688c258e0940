import { randomInt } from "node:crypto";
import type { InboxForm } from "../../../shared/forms/form-names.ts";

/** Crockford's base 32, without letters that are easily confused. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = { contact: "C", volunteer: "V", partner: "P" } as const satisfies Record<
  InboxForm,
  string
>;

const letters = (count: number) =>
  Array.from({ length: count }, () => LETTERS[randomInt(LETTERS.length)]).join("");

/** A reference number that can be dictated over the telephone; 40 random bits. */
export function makeReference(form: InboxForm): string {
  return `${PREFIX[form]}-${letters(4)}-${letters(4)}`;
}
