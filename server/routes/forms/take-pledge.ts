import { randomUUID } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { FormState, TypedValues } from "../../../shared/contract/form-state.ts";
import { PLEDGE_KEY } from "../../../shared/forms/pledge-form.ts";
import { type Language, PREFIXES } from "../../../shared/languages.ts";
import { newGift } from "../../giving/new-gift.ts";
import type { Refusal } from "../../http/rate-limits/form-rate-limits.ts";
import { wordsFor } from "../../submissions/forms/form-words.ts";
import { type Pledge, pledgeForm } from "../../submissions/forms/pledge.schema.ts";
import { readForm } from "../../submissions/forms/read-form.ts";
import { IDEMPOTENCY_KEY } from "../../submissions/idempotency/idempotency-key.ts";
import { messageKey } from "../../submissions/idempotency/message-key.ts";
import { donationFields, pledgeSchemas, submittedValues } from "./posted-form.ts";
import { type FormPost, reservePlace } from "./submit-form.ts";

/** The page of a gift. Its URL holds nothing personal. */
export const GIFT_PAGE = "/donate/thanks";

/** Suspected spam is stored and marked (docs/decisions/0024). */
const SUSPECT = "suspected spam";

/** Posted by the button on Donate: the choice is taken along, and nothing is stored yet. */
const isFromDonate = (posted: URLSearchParams) =>
  !posted.has("amount") && (posted.has("preset") || posted.has("customAmount"));

/** What is shown again, with the form's key; without a usable one a new one. */
export function pledgeValues(posted: URLSearchParams): TypedValues {
  const sent = posted.get(PLEDGE_KEY) ?? "";
  const key = IDEMPOTENCY_KEY.test(sent) ? sent : randomUUID();
  const fields = isFromDonate(posted) ? donationFields : pledgeForm;
  return { ...submittedValues(posted, fields), [PLEDGE_KEY]: key };
}

const draftOf = ({ amount, firstName, lastName, email, phone, ...choice }: Pledge) => ({
  ...choice,
  amountMinor: amount,
  donor: { firstName, lastName, email, phone: phone === "" ? null : phone },
});

interface Answers {
  posted: URLSearchParams;
  values: TypedValues;
  isSuspect: boolean;
  language: Language;
  renderAgain: (status: number, why: Partial<FormState>) => Promise<FastifyReply>;
  refuse: (refusal: Refusal) => Promise<FastifyReply>;
}

/** Stores a gift as pledged, once for each key of the form, and leads to its page. */
export async function takePledge(
  post: FormPost,
  { posted, values, isSuspect, language, renderAgain, refuse }: Answers,
): Promise<FastifyReply> {
  const { request, reply, deps } = post;
  if (isFromDonate(posted)) return renderAgain(200, {});
  const read = readForm(pledgeSchemas[language], values);
  if (!read.ok) return renderAgain(422, { errors: read.errors });
  const message = {
    form: "pledge",
    fields: read.values,
    clientKey: String(values[PLEDGE_KEY]),
  } as const;
  const place = await reservePlace(post, message);
  if (place.refusal !== null) return refuse(place.refusal);
  const nowMs = deps.pageDeps.now();
  const idempotencyKey = messageKey({ ...message, nowMs });
  const note = isSuspect ? SUSPECT : undefined;
  try {
    const draft = { ...draftOf(read.values), idempotencyKey };
    const { reference, state } = await deps.gifts.add(newGift(draft, nowMs, note));
    request.log.info({ gift: reference, state }, "gift pledged");
    return reply.redirect(`${PREFIXES[language]}${GIFT_PAGE}/${reference}`, 303);
  } catch (err) {
    await place.release();
    request.log.error({ err }, "gift was not stored");
    return renderAgain(503, { failure: wordsFor(language).refusals.notStored });
  }
}
