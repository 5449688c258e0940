import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import type { FieldError } from "../../shared/contract/form-state.ts";
import type { SpamSignal } from "../../shared/contract/spam.ts";
import type { Language } from "../../shared/languages.ts";
import { DAY_MS } from "../../shared/time.ts";
import type { ReadContext } from "../http/read-context.ts";
import { readContextOf } from "../http/request-log.ts";
import { startRetention } from "../retention.ts";
import { toUpstreamError, type UpstreamError } from "../source/http/upstream-error.ts";
import { startWorkLoop } from "../work-loop.ts";
import { createSharedFormLimit } from "./form-limits.ts";
import { formWords } from "./forms.ts";
import type { Problem } from "./idempotency.ts";
import {
  backoffMs,
  Inbox,
  type InboxDraft,
  type InboxMessage,
  messageKey,
  referenceOf,
} from "./inbox.ts";
import { createSpamCheck } from "./spam-check.ts";

/** The timeout of a try, which is short because a visitor may be waiting for the result. */
const TIMEOUT_MS = 3_000;

/** Sends a contact message to the source. Returns null when the source has the message. */
async function forwardContact(
  { source }: FastifyInstance,
  { fields, key }: Pick<InboxMessage, "fields" | "key">,
  caller: Pick<ReadContext, "requestId"> & Partial<ReadContext>,
): Promise<UpstreamError | null> {
  const call = { ...caller, signal: AbortSignal.timeout(TIMEOUT_MS) };
  try {
    await source.client.postContact(fields, key, call);
    return null;
  } catch (error) {
    return toUpstreamError(error, "contacts");
  }
}

/**
 * Returns whether the source rejected the message. Otherwise the source may have the message, and gets another try, as
 * after a redirect that is not followed.
 */
const isRefusal = ({ status }: UpstreamError) =>
  status !== null && (status < 300 || status >= 400) && ![429, 502, 503, 504].includes(status);

/** Makes a message due again after a failed try, or dead when it was refused for good or tried too often. */
async function putOff(app: FastifyInstance, message: InboxMessage, error: UpstreamError) {
  const { config, clock, submissions } = app;
  const { status } = error;
  // A fix at the source may resolve the other errors.
  const isFinal = isRefusal(error) && Number(status) < 500 && status !== 408 && status !== 425;
  const isDead = isFinal || message.tries >= config.INBOX_MAX_TRIES;
  const delayMs = backoffMs(message.tries, error.retryAfterSeconds ?? 0);
  return submissions.inbox.putBack(message, isDead ? null : clock() + delayMs, error.message);
}

export const invalidFields = (errors: readonly FieldError[]): Problem => ({
  status: 422,
  code: "invalid-fields",
  message: "Some fields need your attention.",
  errors,
});

/** The result of a message. Status 200: the foundation has the message, or will be told of it. 202: the message is stored. */
type MessageResult = { status: 200 | 202; reference: string } | { problem: Problem };

/** Stores a contact message, then forwards it. While the store is down, the message is acknowledged if the source takes it. */
async function storeAndForward(
  reply: FastifyReply,
  draft: InboxDraft,
  { failure, onError }: { failure: string; onError: (error: unknown) => null },
): Promise<MessageResult> {
  const { request, server } = reply;
  const { inbox } = server.submissions;
  const reference = referenceOf("contact", draft.key);
  const stored = await inbox.add(draft, "waiting").catch(onError);
  if (stored?.state === "delivered") return { status: 200, reference };
  const error = await forwardContact(server, draft, readContextOf(request, reply));
  if (error === null) {
    // If this write fails, the message is sent again, under the same key.
    if (stored !== null) await inbox.markDelivered(reference).catch(onError);
    return { status: 200, reference };
  }
  onError(error);
  if (isRefusal(error)) {
    if (stored?.claim) await inbox.withdraw(stored).catch(onError);
    // A refusal of the fields is a validation error for the visitor; any other is a server error.
    const status = error.status === 400 || error.status === 422 ? 422 : 502;
    return { problem: { status, message: error.sourceMessage ?? failure } };
  }
  const dueAt = server.clock() + backoffMs(1, error.retryAfterSeconds ?? 0);
  const isDue = stored && (await inbox.makeDue(reference, dueAt, error.message).catch(onError));
  if (isDue) return { status: 202, reference };
  // The store was down; or the same message, sent twice at once, was delivered meanwhile, or refused and withdrawn.
  const added = await inbox.add(draft, "waiting").catch(onError);
  if (added?.state === "delivered") return { status: 200, reference };
  // Only a message that is due may be acknowledged.
  if (added && added.dueAt !== null) return { status: 202, reference };
  return { problem: { status: 503, message: failure } };
}

/** Retries a dead or held message when a repetition of its post gets the first response from memory. */
export async function wakeMessage(
  { log, server }: FastifyReply,
  { form, fields, spam }: Pick<InboxDraft, "form" | "fields"> & { spam: readonly SpamSignal[] },
  clientKey?: string,
): Promise<void> {
  if (form !== "contact" || spam.length > 0 || server.config.CONTENT_API_URL === undefined) return;
  const key = messageKey(form, fields, server.clock(), clientKey);
  const onError = (err: unknown) =>
    log.warn({ err, form }, "form could not be stored or forwarded");
  await server.submissions.inbox.retry(referenceOf(form, key)).catch(onError);
}

/**
 * Accepts a message. An acknowledged message is never lost. Contact messages are forwarded, and suspected spam is held. A
 * disconnect cancels nothing.
 */
export async function takeMessage(
  reply: FastifyReply,
  post: Pick<InboxDraft, "form" | "fields"> & { spam: readonly SpamSignal[]; language: Language },
  clientKey?: string,
): Promise<MessageResult> {
  const { form, fields, spam, language } = post;
  const isSuspect = spam.length > 0;
  const { request, log, server } = reply;
  const refusal = await server.countForm(request, language);
  if (refusal !== null) return { problem: refusal };
  const onError = (err: unknown) => {
    log.warn({ err, form }, "form could not be stored or forwarded");
    return null;
  };
  const key = messageKey(form, fields, server.clock(), clientKey);
  const heldBecause = isSuspect ? JSON.stringify(spam) : null;
  const draft = { form, fields, key, requestId: request.id, language, heldBecause };
  const failure = formWords[language].messages.failed[form];

  async function handled(): Promise<MessageResult> {
    if (form === "contact" && !isSuspect && server.config.CONTENT_API_URL !== undefined)
      return storeAndForward(reply, draft, { failure, onError });
    const state = isSuspect ? "held" : "kept";
    const stored = await server.submissions.inbox.add(draft, state).catch(onError);
    if (stored === null) return { problem: { status: 503, message: failure } };
    return { status: form === "contact" ? 200 : 202, reference: stored.reference };
  }

  const result = await handled();
  const { status, reference }: { status: number; reference?: string } =
    "problem" in result ? result.problem : result;
  log.info({ form, outcome: isSuspect ? "held" : status, reference }, "form handled");
  return result;
}

declare module "fastify" {
  interface FastifyInstance {
    submissions: { inbox: Inbox; spamCheck: ReturnType<typeof createSpamCheck> };
    /** Counts a valid form in the limit on all forms. */
    countForm: ReturnType<typeof createSharedFormLimit>;
  }
}

export const submissionsPlugin = fp(
  async (app) => {
    const { config, store, clock: now, log } = app;
    const inbox = new Inbox(store, now);
    const ownHost = new URL(config.PUBLIC_ORIGIN).hostname.replace(/^www\./, "");
    app.decorate("submissions", { inbox, spamCheck: createSpamCheck(now, ownHost) });
    app.decorate("countForm", createSharedFormLimit(app));
    const retentionMs = config.INBOX_RETENTION_DAYS * DAY_MS;
    startRetention(app, store, "inbox", () => inbox.purge(now() - retentionMs));
    startWorkLoop(app, "inbox", {
      claim: () => inbox.claimDue(),
      work: async (message) => {
        const { reference, requestId } = message;
        const err = await forwardContact(app, message, { requestId });
        if (err === null) return inbox.markDelivered(reference);
        log.warn({ err, reference }, "message could not be delivered");
        await putOff(app, message, err);
      },
    });
  },
  { name: "submissions", dependencies: ["source", "rate-limits"] },
);
