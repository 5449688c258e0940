import type { ContentApiClient } from "../upstream/content-api/content-api-client.ts";
import type { RequestContext } from "../upstream/request-context.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";

/** The result of one try to send a contact message to the source. */
export type Forwarded =
  | { kind: "delivered" }
  /** The source responded and rejected the message. */
  | { kind: "refused"; status: number; sourceMessage: string | null; error: unknown }
  /** No response: the source may have the message, so a retry must use the same key. */
  | { kind: "no-response"; retryAfterSeconds: number | null; error: unknown };

export interface ContactCall {
  key: string;
  requestId: string;
  traceparent?: string | undefined;
  onSource?: RequestContext["onSource"];
}

export type ForwardContact = (fields: unknown, call: ContactCall) => Promise<Forwarded>;

/** A visitor may be waiting for the result. */
const TIMEOUT_MS = 3_000;

/** Temporary failures and redirects that are not followed, treated like no response. */
const isUnanswered = (status: number) =>
  (status >= 300 && status < 400) || [429, 502, 503, 504].includes(status);

function failureOf(error: unknown): Forwarded {
  if (!(error instanceof UpstreamError) || error.status === null)
    return { kind: "no-response", retryAfterSeconds: null, error };
  const { status, sourceMessage, retryAfterSeconds } = error;
  return isUnanswered(status)
    ? { kind: "no-response", retryAfterSeconds, error }
    : { kind: "refused", status, sourceMessage, error };
}

/** Sends a contact message to the source once. Never rejects. */
export function createForwardContact(
  source: Pick<ContentApiClient, "postContact">,
): ForwardContact {
  return async (fields, { key, ...caller }) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    try {
      await source.postContact(fields, { idempotencyKey: key }, { ...caller, signal });
      return { kind: "delivered" };
    } catch (error) {
      return failureOf(error);
    }
  };
}
