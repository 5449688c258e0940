import type { ForwardContact } from "./forward-contact.ts";
import type { Deliver } from "./inbox/inbox.ts";
import { errorWords } from "./submission-service.ts";

/** Refusals that a change on the source's side may turn, so that they are worth another try. */
const mayTurn = (status: number) => status >= 500 || status === 408 || status === 425;

/** Hands a stored contact message to the source, under the key of the very first try. */
export function createDeliverStored(
  forwardContact: ForwardContact,
  onError: (fault: unknown, reference: string) => void,
): Deliver {
  return async ({ fields, key, requestId, reference }) => {
    const forwarded = await forwardContact(fields, { key, requestId });
    if (forwarded.kind === "delivered") return { kind: "delivered" };
    onError(forwarded.fault, reference);
    const fault = errorWords(forwarded.fault);
    if (forwarded.kind === "silent")
      return { kind: "later", retryAfterSeconds: forwarded.retryAfterSeconds, fault };
    return mayTurn(forwarded.status)
      ? { kind: "later", retryAfterSeconds: null, fault }
      : { kind: "never", fault };
  };
}
