import { createHash } from "node:crypto";
import { DAY_MS } from "../../shared/time.ts";

/** A client's key that does not match is ignored. */
const WELL_FORMED = /^[\w.:-]{8,200}$/;

/**
 * The idempotency key of a message: a hash of its fields and the client's key, so that one client key with
 * other fields is another message. Without a client's key (forms without scripts) equal fields on the same
 * UTC day are one message: a double click, or a reload.
 */
export function messageKey(message: {
  form: string;
  fields: Readonly<Record<string, unknown>>;
  /** The `Idempotency-Key` header of the request. */
  clientKey: string | undefined;
  nowMs: number;
}): string {
  const { form, fields, clientKey, nowMs } = message;
  const isUsable = clientKey !== undefined && WELL_FORMED.test(clientKey);
  const scope = isUsable ? ["key", clientKey] : ["day", Math.floor(nowMs / DAY_MS)];
  return createHash("sha256")
    .update(JSON.stringify([form, scope, fields]))
    .digest("hex")
    .slice(0, 40);
}
