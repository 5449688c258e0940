import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormName, InboxForm } from "../../../shared/forms/form-names.ts";
import type { GiftStore } from "../../giving/gift-store.ts";
import type { GiftPayments } from "../../giving/payments/gift-payments.ts";
import type { FormLimits, Refusal } from "../../http/rate-limits/form-rate-limits.ts";
import { requestContextOf } from "../../http/request-context.ts";
import type { PageDeps } from "../../ssr/render-page.ts";
import type { IdempotencyStore } from "../../submissions/idempotency/idempotency-store.ts";
import { messageKey } from "../../submissions/idempotency/message-key.ts";
import type { InboxFields } from "../../submissions/inbox/inbox.ts";
import type { SpamCheck } from "../../submissions/spam-check.ts";
import type { SubmissionResult, SubmissionService } from "../../submissions/submission-service.ts";

/** What takes a form, below the routes. */
export interface FormDeps {
  /** Null without a payment provider. */
  payments: GiftPayments | null;
  submissions: SubmissionService;
  spamCheck: SpamCheck;
  idempotency: IdempotencyStore;
  gifts: GiftStore;
  pageDeps: PageDeps;
}

/** The limits of each form, whether posted as JSON or by a page. */
export type Limits = Record<FormName, FormLimits>;

export interface FormPost {
  request: FastifyRequest;
  reply: FastifyReply;
  deps: FormDeps;
  limits: Limits;
}

/** The most bytes of a post: as JSON, or of the values of a form without scripts. */
export const MAX_FORM_BYTES = 32 * 1024;

/** The `Idempotency-Key` of the request; browsers without scripts send none. */
interface Keyed {
  clientKey?: string | undefined;
}

export type FormResult = SubmissionResult | { kind: "limited"; refusal: Refusal };

/** Reserves a place in the limits for a valid form. Keeping the place counts it as accepted. */
export function reservePlace(
  { request, reply, deps, limits }: FormPost,
  message: Keyed & { form: FormName; fields: Readonly<Record<string, unknown>> },
) {
  const { form, fields, clientKey } = message;
  const key = messageKey({ form, fields, clientKey, nowMs: deps.pageDeps.now() });
  return limits[form].reserve(request, reply, key);
}

/**
 * Passes a valid form to the submission service, within the limits on accepted messages. A
 * disconnect cancels nothing: the message may be stored by then.
 */
export async function submitForm(
  post: FormPost,
  message: Keyed & { form: InboxForm; fields: InboxFields; isSuspect: boolean },
): Promise<FormResult> {
  const place = await reservePlace(post, message);
  if (place.refusal !== null) return { kind: "limited", refusal: place.refusal };
  const { request, reply, deps } = post;
  const { form } = message;
  const { requestId, traceparent, onSource } = requestContextOf(request, reply);
  let isAccepted = false;
  try {
    const result = await deps.submissions({
      ...message,
      clientKey: message.clientKey,
      requestId,
      traceparent,
      onSource,
      onError: (err) => request.log.warn({ err, form }, "form could not be handed on"),
    });
    isAccepted = result.kind !== "failed";
    const outcome = message.isSuspect ? "held" : result.kind;
    const reference = result.kind === "failed" ? undefined : result.reference;
    request.log.info({ form, outcome, reference }, "form answered");
    return result;
  } finally {
    if (!isAccepted) await place.release();
  }
}
