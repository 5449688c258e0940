import { createHash } from "node:crypto";
import type { InboxForm } from "../../../shared/forms/form-names.ts";

/** Crockford's base 32, without letters that are easily confused. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX = { contact: "C", volunteer: "V", partner: "P" } as const satisfies Record<
  InboxForm,
  string
>;

/** The first `length` bytes of a hash as letters, five bits of each. */
export const crockford = (hash: Uint8Array, length: number): string =>
  Array.from({ length }, (_, index) => LETTERS[(hash[index] ?? 0) % 32]).join("");

/**
 * A reference number that can be dictated over the telephone: 40 bits of a hash of the message key,
 * so that a repetition has the same one, and a message that the source took has one too.
 */
export function referenceOf(form: InboxForm, key: string): string {
  const hash = createHash("sha256").update(key).digest();
  const letters = crockford(hash, 8);
  return `${PREFIX[form]}-${letters.slice(0, 4)}-${letters.slice(4)}`;
}
