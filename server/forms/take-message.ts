import type { FastifyReply, FastifyRequest } from "fastify";
import site from "../../content/site.json" with { type: "json" };
import { fill } from "../../shared/fill.ts";
import type { FormName, InboxForm } from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import type { Place, Refusal } from "../http/rate-limits.ts";
import { requestContextOf } from "../http/request-log.ts";
import { messageKey } from "./idempotency/message-key.ts";
import type { InboxFields } from "./inbox.ts";
import { wordsFor } from "./schemas/form-words.ts";

export type Exchange = [FastifyRequest, FastifyReply];

/** Why a form was not taken, in the visitor's words. */
export interface Failure {
  status: number;
  message: string;
  retryAfterSeconds?: number;
}

/**
 * The refusal by a limit: what happened, how long it lasts, and the ways to reach the foundation that have no limit.
 * Nobody is blamed: thousands of people share the address of a mobile network.
 */
export function refusalOf({ limit, seconds }: Refusal, language: Language): Failure {
  const { refusals: words } = wordsFor(language);
  const { email, phones } = site.contact;
  const numbers = phones.map(({ number, label }) => `${number} (${label})`).join(words.or);
  const minutes = Math.ceil(seconds / 60);
  const message = fill(words.refused, {
    reason: words[limit],
    wait: seconds <= 60 ? words.minute : fill(words.minutes, { minutes }),
    otherWays: fill(words.otherWays, { email: email.address, phones: numbers }),
  });
  return { status: 429, message, retryAfterSeconds: seconds };
}

/** A valid form, whether it came as JSON or from a page. */
interface ValidForm<Form extends FormName, Fields> {
  form: Form;
  fields: Fields;
  /** Browsers without scripts send none with a message. */
  clientKey?: string | undefined;
}

/** Reserves a place in the limits for a valid form. Keeping the place counts it as accepted. */
export async function reservePlace(
  [request, reply]: Exchange,
  { form, fields, clientKey }: ValidForm<FormName, Readonly<Record<string, unknown>>>,
): Promise<Place & { key: string }> {
  const { clock, formLimits } = request.server;
  const key = messageKey({ form, fields, clientKey, nowMs: clock() });
  return { key, ...(await formLimits[form].reserve(request, reply, key)) };
}

export type MessageResult =
  /** `isRelayed`: the foundation has it, else it is stored first. */
  { kind: "taken"; isRelayed: boolean; reference: string } | ({ kind: "failed" } & Failure);

/**
 * Passes a valid form to the submission service, within the limits on accepted messages. A
 * disconnect cancels nothing: the message may be stored by then.
 */
export async function takeMessage(
  exchange: Exchange,
  message: ValidForm<InboxForm, InboxFields> & { isSuspect: boolean; language: Language },
): Promise<MessageResult> {
  const { form, fields, isSuspect, clientKey, language } = message;
  const place = await reservePlace(exchange, message);
  if (place.refusal !== null) return { kind: "failed", ...refusalOf(place.refusal, language) };
  const { log, server } = exchange[0];
  let isAccepted = false;
  try {
    const result = await server.submissions.submit({
      ...requestContextOf(...exchange),
      form,
      fields,
      isSuspect,
      clientKey,
      onError: (err) => log.warn({ err, form }, "form could not be handed on"),
    });
    isAccepted = result.kind !== "failed";
    const outcome = isSuspect ? "held" : result.kind;
    const reference = result.kind === "failed" ? undefined : result.reference;
    log.info({ form, outcome, reference }, "form answered");
    if (result.kind !== "failed")
      return { kind: "taken", isRelayed: result.kind === "relayed", reference: result.reference };
    return { ...result, message: result.message ?? wordsFor(language).failed[form] };
  } finally {
    if (!isAccepted) await place.release();
  }
}
