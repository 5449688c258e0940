import type { FastifyInstance, FastifyReply } from "fastify";
import siteEn from "../../content/site.en.json" with { type: "json" };
import site from "../../content/site.json" with { type: "json" };
import siteSw from "../../content/site.sw.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import type { FormName, InboxForm } from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import { withWords } from "../../shared/with-words.ts";
import type { Data } from "../build/content/schemas/data.schema.ts";
import type { Place, Refusal } from "../http/rate-limits.ts";
import { requestContextOf } from "../http/request-log.ts";
import type { ContentApiClient } from "../source/content-api-client.ts";
import { UpstreamError } from "../source/http/upstream-error.ts";
import type { RequestContext } from "../source/site-data.ts";
import { startWorkLoop } from "../work-loop.ts";
import { wordsFor } from "./forms.ts";
import {
  backoffMs,
  type Inbox,
  type InboxDraft,
  type InboxFields,
  type InboxMessage,
  messageKey,
  referenceOf,
} from "./inbox.ts";

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
async function forwardContact(
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

/** Only the message of an `UpstreamError` is known to hold no text of the source or the visitor. */
const safeErrorText = (error: unknown): string =>
  error instanceof UpstreamError ? error.message : "no response";

/** Why a form was not taken, in the visitor's words. */
interface Failure {
  status: number;
  failure: string;
  retryAfterSeconds?: number;
}

const siteWords = { en: siteEn, sw: siteSw };

/** What happened, how long it lasts, and ways without a limit. Nobody is blamed: thousands share a mobile network's address. */
export function refusalOf({ limit, seconds }: Refusal, language: Language): Failure {
  const { refusals: words } = wordsFor(language);
  const { contact } = siteWords[language];
  const { email, phones } = withWords<Data<"site">["contact"]>(site.contact, contact);
  const numbers = phones.map(({ number, label }) => `${number} (${label})`).join(words.or);
  const minutes = Math.ceil(seconds / 60);
  const failure = fill(words.refused, {
    reason: words[limit],
    wait: seconds <= 60 ? words.minute : fill(words.minutes, { minutes }),
    otherWays: fill(words.otherWays, { email: email.address, phones: numbers }),
  });
  return { status: 429, failure, retryAfterSeconds: seconds };
}

/** Reserves a place in the limits for a valid form. Keeping the place counts it as accepted. */
export async function reservePlace(
  reply: FastifyReply,
  form: FormName,
  fields: Readonly<Record<string, unknown>>,
  clientKey: string | undefined,
): Promise<Place & { key: string }> {
  const { clock, formLimits } = reply.server;
  const key = messageKey({ form, fields, clientKey, nowMs: clock() });
  return { key, ...(await formLimits.reserve(form, reply, key)) };
}

/** `relayed`: the foundation has it, or will be told so. `stored`: it is in the inbox. */
type MessageResult =
  | { kind: "relayed" | "stored"; reference: string }
  | ({ kind: "failed" } & Failure);

type OnError = (error: unknown) => null;

/** Stores a contact message, then forwards it. While the store is down it is acknowledged when the source takes it. */
async function storeAndForward(
  reply: FastifyReply,
  { draft, failure, onError }: { draft: InboxDraft; failure: string; onError: OnError },
): Promise<MessageResult> {
  const { request, server } = reply;
  const { inbox } = server.submissions;
  const relayed = { kind: "relayed", reference: referenceOf("contact", draft.key) } as const;
  const { reference } = relayed;
  const begun = await inbox.begin(draft).catch(onError);
  if (begun?.isDelivered) return relayed;
  const context = requestContextOf(request, reply);
  const forwarded = await forwardContact(server.source.client, draft, context);
  if (forwarded.kind === "delivered") {
    // Where this fails it is sent again, under the same key.
    if (begun !== null) await inbox.markDelivered(reference).catch(onError);
    return relayed;
  }
  onError(forwarded.error);
  if (forwarded.kind === "refused") {
    const { status, sourceMessage } = forwarded;
    if (begun?.claim) await inbox.withdraw(reference, begun.claim).catch(onError);
    // A refusal of the fields is a validation error for the visitor; any other is a server error.
    const isOfFields = status === 400 || status === 422;
    return { kind: "failed", status: isOfFields ? 422 : 502, failure: sourceMessage ?? failure };
  }
  const stored = await inbox.add(draft, "waiting", safeErrorText(forwarded.error)).catch(onError);
  return stored === null ? { kind: "failed", status: 503, failure } : { kind: "stored", reference };
}

/** What it acknowledges is never lost. Contact messages are forwarded, spam is held. A disconnect cancels nothing. */
export async function takeMessage(
  reply: FastifyReply,
  message: {
    form: InboxForm;
    fields: InboxFields;
    isSuspect: boolean;
    language: Language;
    /** Browsers without scripts send none. */
    clientKey?: string | undefined;
  },
): Promise<MessageResult> {
  const { form, fields, isSuspect, language, clientKey } = message;
  const { request, log, server } = reply;
  const place = await reservePlace(reply, form, fields, clientKey);
  if (place.refusal !== null) return { kind: "failed", ...refusalOf(place.refusal, language) };
  const onError: OnError = (err) => {
    log.warn({ err, form }, "form could not be handed on");
    return null;
  };
  const draft = { form, fields, key: place.key, requestId: request.id };
  const failure = wordsFor(language).failed[form];

  async function handled(): Promise<MessageResult> {
    if (form === "contact" && !isSuspect && server.config.CONTENT_API_URL !== undefined)
      return storeAndForward(reply, { draft, failure, onError });
    const state = isSuspect ? "held" : "kept";
    const stored = await server.submissions.inbox.add(draft, state).catch(onError);
    if (stored === null) return { kind: "failed", status: 503, failure };
    return { kind: form === "contact" ? "relayed" : "stored", reference: stored.reference };
  }

  const result = await handled();
  if (result.kind === "failed") await place.release();
  const reference = result.kind === "failed" ? undefined : result.reference;
  log.info({ form, outcome: isSuspect ? "held" : result.kind, reference }, "form answered");
  return result;
}

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
