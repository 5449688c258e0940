import { createHash } from "node:crypto";
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
