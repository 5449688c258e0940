import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormName, InboxForm } from "../../../shared/forms/form-names.ts";
import type { GiftPayments } from "../../giving/gift-payments.ts";
import type { GiftStore } from "../../giving/gift-store.ts";
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

/** With the limits of each form, whether posted as JSON or by a page. */
export interface FormContext extends FormDeps {
  limits: Record<FormName, FormLimits>;
}

export type Exchange = [FastifyRequest, FastifyReply];

/** The most bytes of a post: as JSON, or of the values of a form without scripts. */
export const MAX_FORM_BYTES = 32 * 1024;

/** A valid form. Browsers without scripts send no `Idempotency-Key`. */
interface Message<Form extends FormName, Fields> {
  form: Form;
  fields: Fields;
  clientKey?: string | undefined;
}

export type FormResult = SubmissionResult | { kind: "limited"; refusal: Refusal };

/** Reserves a place in the limits for a valid form. Keeping the place counts it as accepted. */
export async function reservePlace(
  { limits, pageDeps }: FormContext,
  [request, reply]: Exchange,
  { form, fields, clientKey }: Message<FormName, Readonly<Record<string, unknown>>>,
) {
  const key = messageKey({ form, fields, clientKey, nowMs: pageDeps.now() });
  return { key, ...(await limits[form].reserve(request, reply, key)) };
}

/**
 * Passes a valid form to the submission service, within the limits on accepted messages. A
 * disconnect cancels nothing: the message may be stored by then.
 */
export async function submitForm(
  context: FormContext,
  exchange: Exchange,
  message: Message<InboxForm, InboxFields> & { isSuspect: boolean },
): Promise<FormResult> {
  const place = await reservePlace(context, exchange, message);
  if (place.refusal !== null) return { kind: "limited", refusal: place.refusal };
  const { form } = message;
  const { log } = exchange[0];
  let isAccepted = false;
  try {
    const result = await context.submissions({
      ...requestContextOf(...exchange),
      ...message,
      clientKey: message.clientKey,
      onError: (err) => log.warn({ err, form }, "form could not be handed on"),
    });
    isAccepted = result.kind !== "failed";
    const outcome = message.isSuspect ? "held" : result.kind;
    const reference = result.kind === "failed" ? undefined : result.reference;
    log.info({ form, outcome, reference }, "form answered");
    return result;
  } finally {
    if (!isAccepted) await place.release();
  }
}
