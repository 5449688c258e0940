import { createHash } from "node:crypto";
import type { InboxForm } from "../../../shared/forms/form-names.ts";
import { DAY_MS } from "../../../shared/time.ts";

/** A hash of some values, for a key without the text of anybody. */
export const digestOf = (...values: readonly unknown[]): string =>
  createHash("sha256").update(JSON.stringify(values)).digest("hex").slice(0, 40);

/**
 * The key of a message at the source and in the inbox: a hash of its fields and the client's key, so that one
 * client key with other fields is another message. Without a client's key (forms without scripts) equal fields
 * on the same UTC day are one message: a double click, or a reload.
 */
export function messageKey(message: {
  form: string;
  fields: Readonly<Record<string, unknown>>;
  /** Read by `readIdempotencyKey`. */
  clientKey: string | undefined;
  nowMs: number;
}): string {
  const { form, fields, clientKey, nowMs } = message;
  const scope = clientKey === undefined ? ["day", Math.floor(nowMs / DAY_MS)] : ["key", clientKey];
  return digestOf(form, scope, fields);
}

/** Crockford's base 32, without letters that are easily confused. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const PREFIX: Readonly<Record<InboxForm, string>> = { contact: "C", volunteer: "V", partner: "P" };

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
