import type { FastifyReply, FastifyRequest } from "fastify";
import type { FormName, InboxForm } from "../../../shared/forms/form-names.ts";
import type { Evidence } from "../../forms/evidence.ts";
import type { DeskAnswer, FormDesk } from "../../forms/form-desk.ts";
import { messageKey } from "../../forms/message-key.ts";
import type { InboxFields } from "../../inbox/inbox.ts";
import type { CountPost, FormLimitSettings } from "../../plugins/form-limits.ts";
import type { PageDeps } from "../../ssr/render-page.ts";
import { askerOf } from "../asker.ts";

export interface FormDeps {
  desk: FormDesk;
  evidence: Evidence;
  pages: PageDeps;
  limits: FormLimitSettings;
}

/** One counter a form, however it is posted. */
export type Counters = Record<FormName, CountPost>;

/** Of a post's words: what is sent as JSON, and what a form without scripts comes to. */
export const MAX_WORDS = 32 * 1024;

/** Gives what was read to the desk. The visitor's leaving stops nothing: the message may be stored by then. */
export async function handIn(
  { request, reply, deps }: { request: FastifyRequest; reply: FastifyReply; deps: FormDeps },
  message: { form: InboxForm; fields: InboxFields; isSuspect: boolean },
): Promise<DeskAnswer> {
  const { form, fields } = message;
  const header = request.headers["idempotency-key"];
  const given = typeof header === "string" ? header : undefined;
  const { requestId, traceparent, onSource } = askerOf(request, reply);
  const answer = await deps.desk({
    ...message,
    key: messageKey({ form, fields, given, nowMs: deps.pages.now() }),
    ...{ requestId, traceparent, onSource },
    onFault: (fault) => request.log.warn({ err: fault, form }, "form could not be handed on"),
  });
  const outcome = message.isSuspect ? "held" : answer.kind;
  request.log.info({ form, outcome }, "form answered");
  return answer;
}
