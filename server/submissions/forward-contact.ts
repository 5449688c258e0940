import type { ContentApiClient } from "../upstream/content-api/content-api-client.ts";
import type { RequestContext } from "../upstream/request-context.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import type { Deliver } from "./inbox/inbox.ts";

/** The result of one try to send a contact message to the source. */
export type Forwarded =
  | { kind: "delivered" }
  /** The source responded and rejected the message. */
  | { kind: "refused"; status: number; sourceMessage: string | null; error: unknown }
  /** No response: the source may have the message, so a retry must use the same key. */
  | { kind: "no-response"; retryAfterSeconds: number | null; error: unknown };

type Caller = Pick<RequestContext, "requestId"> &
  Partial<Pick<RequestContext, "traceparent" | "onSource">>;

export type ForwardContact = (
  fields: unknown,
  call: Caller & { key: string },
) => Promise<Forwarded>;

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

/** Only the message of an `UpstreamError` is known to hold no text of the source or the visitor. */
export function safeErrorText(error: unknown): string {
  return error instanceof Error && error.name === "UpstreamError" ? error.message : "no response";
}

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
