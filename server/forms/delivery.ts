import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../../shared/time.ts";
import type { ContentApiClient } from "../source/content-api-client.ts";
import { UpstreamError } from "../source/http/upstream-error.ts";
import type { RequestContext } from "../source/site-data.ts";
import { startWorkLoop } from "../work-loop.ts";
import type { Inbox, InboxMessage } from "./inbox.ts";

type Forwarded =
  | { kind: "delivered" }
  /** The source responded and rejected the message. */
  | { kind: "refused"; status: number; sourceMessage: string | null; error: unknown }
  /** No response: the source may have the message, so a retry must use the same key. */
  | { kind: "no-response"; retryAfterSeconds: number | null; error: unknown };

/** A visitor may be waiting for the result. */
const TIMEOUT_MS = 3_000;

/** Temporary failures and redirects that are not followed, treated like no response. */
const isUnanswered = (status: number) =>
  (status >= 300 && status < 400) || [429, 502, 503, 504].includes(status);

/** Sends a contact message to the source once. Never rejects. */
export async function forwardContact(
  source: ContentApiClient,
  { fields, key }: Pick<InboxMessage, "fields" | "key">,
  caller: Pick<RequestContext, "requestId"> & Partial<RequestContext>,
): Promise<Forwarded> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    await source.postContact(fields, { idempotencyKey: key }, { ...caller, signal });
    return { kind: "delivered" };
  } catch (error) {
    if (!(error instanceof UpstreamError) || error.status === null)
      return { kind: "no-response", retryAfterSeconds: null, error };
    const { status, sourceMessage, retryAfterSeconds } = error;
    return isUnanswered(status)
      ? { kind: "no-response", retryAfterSeconds, error }
      : { kind: "refused", status, sourceMessage, error };
  }
}

const FIRST_DELAY_MS = 1_000;

/** 1 s, doubling up to an hour, less a random share that spreads messages; never less than `Retry-After`. */
export function backoffMs(
  tries: number,
  retryAfterSeconds: number | null = null,
  random = Math.random(),
): number {
  const full = Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, tries - 1), HOUR_MS);
  return Math.round(Math.max(full * (1 - random / 2), (retryAfterSeconds ?? 0) * 1_000));
}

/** Only the message of an `UpstreamError` is known to hold no text of the source or the visitor. */
export const safeErrorText = (error: unknown): string =>
  error instanceof UpstreamError ? error.message : "no response";

/** Refusals that a fix at the source may resolve. */
const isRetryable = (status: number) => status >= 500 || status === 408 || status === 425;

/** Delivers waiting messages until it is stopped. What is refused for good, or was tried too often, is dead. */
export function startDelivery(
  { config, source, store, log, clock }: FastifyInstance,
  inbox: Inbox,
  onError: (error: unknown) => void,
): () => Promise<void> {
  async function deliver(message: InboxMessage): Promise<void> {
    const { reference, requestId, tries } = message;
    const forwarded = await forwardContact(source.client, message, { requestId });
    if (forwarded.kind === "delivered") return inbox.markDelivered(reference);
    const { error } = forwarded;
    log.warn({ err: error, reference }, "message could not be delivered");
    const isRefused = forwarded.kind === "refused";
    const isDead = (isRefused && !isRetryable(forwarded.status)) || tries >= config.INBOX_MAX_TRIES;
    const delay = backoffMs(tries, isRefused ? null : forwarded.retryAfterSeconds);
    const dueAt = isDead ? null : clock() + delay;
    await inbox.putBack(message, { dueAt, lastError: safeErrorText(error) });
  }
  // The store says itself when it is back.
  const claim = async () => (store.fault() === null ? inbox.claimDue() : null);
  return startWorkLoop({ claim, work: deliver, onError }).stop;
}
