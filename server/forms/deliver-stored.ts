import type { Deliver } from "../inbox/inbox.ts";
import { faultWords } from "./form-desk.ts";
import type { ForwardContact } from "./forward-contact.ts";

/** Refusals that a change on the source's side may turn, so that they are worth another try. */
const mayTurn = (status: number) => status >= 500 || status === 408 || status === 425;

/** Hands a stored contact message to the source, under the key of the very first try. */
export function createDeliverStored(
  forwardContact: ForwardContact,
  onFault: (fault: unknown, reference: string) => void,
): Deliver {
  return async ({ fields, key, requestId, reference }) => {
    const forwarded = await forwardContact(fields, { key, requestId });
    if (forwarded.kind === "delivered") return { kind: "delivered" };
    onFault(forwarded.fault, reference);
    const fault = faultWords(forwarded.fault);
    if (forwarded.kind === "silent")
      return { kind: "later", retryAfterSeconds: forwarded.retryAfterSeconds, fault };
    return mayTurn(forwarded.status)
      ? { kind: "later", retryAfterSeconds: null, fault }
      : { kind: "never", fault };
  };
}
