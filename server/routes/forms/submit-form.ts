import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormName, InboxForm } from "../../../shared/forms/form-names.ts";
import type { CountPost, FormLimitSettings } from "../../http/rate-limits/form-rate-limits.ts";
import { requestContextOf } from "../../http/request-context.ts";
import type { PageDeps } from "../../ssr/render-page.ts";
import type { IdempotencyStore } from "../../submissions/idempotency/idempotency-store.ts";
import type { InboxFields } from "../../submissions/inbox/inbox.ts";
import type { SpamCheck } from "../../submissions/spam-check.ts";
import type { SubmissionResult, SubmissionService } from "../../submissions/submission-service.ts";

/** What takes a form, below the routes. */
export interface FormParts {
  submissions: SubmissionService;
  spamCheck: SpamCheck;
  idempotency: IdempotencyStore;
}

export interface FormDeps extends FormParts {
  pageDeps: PageDeps;
  limits: FormLimitSettings;
}

/** A counter for each form, whether posted as JSON or by a page. */
export type Counters = Record<FormName, CountPost>;

/** The most bytes of a post: as JSON, or of the values of a form without scripts. */
export const MAX_FORM_BYTES = 32 * 1024;

/** Passes a valid form to the submission service. A disconnect cancels nothing: the message may be stored by then. */
export async function submitForm(
  { request, reply, deps }: { request: FastifyRequest; reply: FastifyReply; deps: FormDeps },
  message: {
    form: InboxForm;
    fields: InboxFields;
    isSuspect: boolean;
    /** The `Idempotency-Key` of the request; browsers without scripts send none. */
    clientKey?: string | undefined;
  },
): Promise<SubmissionResult> {
  const { form } = message;
  const { requestId, traceparent, onSource } = requestContextOf(request, reply);
  const result = await deps.submissions({
    ...message,
    clientKey: message.clientKey,
    requestId,
    traceparent,
    onSource,
    onError: (err) => request.log.warn({ err, form }, "form could not be handed on"),
  });
  const outcome = message.isSuspect ? "held" : result.kind;
  request.log.info({ form, outcome }, "form answered");
  return result;
}
