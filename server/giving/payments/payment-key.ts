import { createHmac } from "node:crypto";
import { DAY_MS } from "../../../shared/time.ts";

/**
 * The idempotency key of a gift that is paid online. The same post has the same key: by the form's random key, and
 * without scripts by equal fields on one UTC day. `attempt` counts gifts of the same post that failed, so that one can
 * try again. Keyed with a secret: the reference is made of it, and nobody who knows a donor may guess it.
 */
export function paymentKey(post: {
  secret: string;
  fields: Readonly<Record<string, unknown>>;
  /** Empty without scripts. */
  clientKey: string;
  attempt: number;
  nowMs: number;
}): string {
  const { secret, fields, clientKey, attempt, nowMs } = post;
  const scope = clientKey === "" ? ["day", Math.floor(nowMs / DAY_MS)] : ["key", clientKey];
  return createHmac("sha256", secret)
    .update(JSON.stringify(["donation", scope, attempt, fields]))
    .digest("hex");
}
