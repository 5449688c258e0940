import type { ForwardContact } from "./forward-contact.ts";
import type { Deliver } from "./inbox/inbox.ts";
import { safeErrorText } from "./submission-service.ts";

/** Refusals that a fix at the source may resolve. */
const isRetryable = (status: number) => status >= 500 || status === 408 || status === 425;

/** Sends a stored contact message to the source, under the key of its first try. */
export function createDeliverStored(
  forwardContact: ForwardContact,
  onError: (error: unknown, reference: string) => void,
): Deliver {
  return async ({ fields, key, requestId, reference }) => {
    const forwarded = await forwardContact(fields, { key, requestId });
    if (forwarded.kind === "delivered") return { kind: "delivered" };
    onError(forwarded.error, reference);
    const error = safeErrorText(forwarded.error);
    if (forwarded.kind === "no-response")
      return { kind: "later", retryAfterSeconds: forwarded.retryAfterSeconds, error };
    return isRetryable(forwarded.status)
      ? { kind: "later", retryAfterSeconds: null, error }
      : { kind: "never", error };
  };
}
