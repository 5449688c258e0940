import type { Asker } from "../../shared/contract/api-data.ts";
import type { ContentApiClient } from "../upstream/content-api/content-api-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

/** How a try to hand a message to the source ended. */
export type Forwarded =
  | { kind: "delivered" }
  /** The source answered, and will not have it. */
  | { kind: "refused"; status: number; sourceMessage: string | null; fault: unknown }
  /** No answer: whether the source has it is not known. To be tried again with the same key. */
  | { kind: "silent"; retryAfterSeconds: number | null; fault: unknown };

export interface ContactCall {
  key: string;
  requestId: string;
  traceparent?: string | undefined;
  onSource?: Asker["onSource"];
}

export type ForwardContact = (fields: unknown, call: ContactCall) => Promise<Forwarded>;

/** A visitor waits no longer than this for the source (a worker might, and does not). */
const PATIENCE_MS = 3_000;

/** Statuses that say "not now", as silence does. */
const NOT_NOW = [429, 502, 503, 504];

function judge(fault: unknown): Forwarded {
  if (!(fault instanceof UpstreamError) || fault.status === null)
    return { kind: "silent", retryAfterSeconds: null, fault };
  const { status, sourceMessage, retryAfterSeconds } = fault;
  return NOT_NOW.includes(status)
    ? { kind: "silent", retryAfterSeconds, fault }
    : { kind: "refused", status, sourceMessage, fault };
}

/** Sends a contact message to the source once. Never rejects: a fault is an outcome. */
export function createForwardContact(
  source: Pick<ContentApiClient, "postContact">,
): ForwardContact {
  return async (fields, { key, ...caller }) => {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    try {
      await source.postContact(fields, { idempotencyKey: key }, { ...caller, signal });
      return { kind: "delivered" };
    } catch (fault) {
      return judge(fault);
    }
  };
}
