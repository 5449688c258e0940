import type { FastifyReply } from "fastify";
import type { Documents } from "../../shared/content/documents.ts";
import type { FormState, TypedValues } from "../../shared/contract/form-state.ts";
import type { SpamSignal } from "../../shared/contract/spam.ts";
import { fill } from "../../shared/fill.ts";
import { chosenAmount, minorUnits, readAmount } from "../../shared/forms/donation.ts";
import { BY_TRANSFER, PAYMENT_KEY, PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import type { Language } from "../../shared/languages.ts";
import { giftPage, SUSPECTED } from "../gifts/gift.ts";
import { addPledge, type PledgePost } from "../gifts/pledges.ts";
import { fieldErrors } from "./form-schema.ts";
import {
  contactErrors,
  type Donation,
  decimalsOf,
  donationAmountError,
  donationSchema,
  formWords,
  type Pledge,
  pledgeAmountErrors,
  pledgeSchema,
} from "./forms.ts";
import type { Problem } from "./idempotency.ts";
import { messageKey } from "./inbox.ts";
import { invalidFields } from "./messages.ts";

/** A form that was posted to its own page. */
export interface PagePost {
  reply: FastifyReply;
  values: TypedValues;
  language: Language;
  spam: readonly SpamSignal[];
}

/** The result of a post: the URL of the next page, or why the same form is shown again with the typed values. */
export type PageResult = string | (Problem & Pick<FormState, "reference">);

function donorOf({ firstName, lastName, email, phone }: Donation | Pledge) {
  return { firstName, lastName, email, phone: phone || null };
}

/** Returns the gift of a valid form, with the amount that the page showed. */
function donationDraft(
  donation: Donation,
  language: Language,
  content: Pick<Documents, "donate" | "giving">,
) {
  const { currency, frequency, preset, customAmount, purpose, mayWrite, mayName } = donation;
  const { currencies } = content.donate;
  const factor = currencies.find(({ value }) => value === currency)?.displayFactor ?? 1;
  const choice = { currency, frequency, preset: customAmount ? 0 : Number(preset), customAmount };
  const amount = chosenAmount(choice, factor, decimalsOf(content, currency));
  const amountMinor = minorUnits(amount ?? "0");
  const chosen = { amountMinor, currency, frequency, purpose, mayWrite, mayName, language };
  return { ...chosen, donor: donorOf(donation) };
}

/** Stores a pledge, and returns the page that tells how to send it. */
async function pledge(
  { reply, language, spam }: PagePost,
  draft: Parameters<typeof addPledge>[1],
  post: Omit<PledgePost, "note">,
): Promise<PageResult> {
  const { log, server } = reply;
  try {
    // Suspected spam is stored and marked (docs/decisions/0049).
    const note = spam.length > 0 ? SUSPECTED : undefined;
    const { reference, state } = await addPledge(server, draft, { ...post, note });
    log.info({ gift: reference, state }, "gift pledged");
    return giftPage(reference, language);
  } catch (err) {
    log.error({ err }, "gift could not be stored");
    return { status: 503, message: formWords[language].refusals.notStored };
  }
}

/** Takes the form of Donate: leads on to the payment, or stores a pledge where nobody can pay online or the donor prefers to send it. */
export async function takeDonation(post: PagePost): Promise<PageResult> {
  const { reply, values, language } = post;
  const { log, server } = reply;
  const words = formWords[language];
  const { documents } = server.content.in(language);
  const { data: donation, error } = donationSchema(documents, language).safeParse(values);
  const message = donationAmountError(values, documents, words);
  const errors = message === null ? [] : [{ field: "customAmount", message }];
  errors.push(...(error ? fieldErrors(error) : []), ...contactErrors(values, words));
  if (donation === undefined || errors.length > 0) return invalidFields(errors);
  // The random key of the form, which its script makes.
  const clientKey = String(values[PAYMENT_KEY]) || undefined;
  const refusal = await server.countForm(reply.request, language);
  if (refusal !== null) return refusal;
  const { way, ...sent } = donation;
  const key = messageKey("donation", sent, server.clock(), clientKey);
  const keyed = { key, hasClientKey: clientKey !== undefined };
  const draft = donationDraft(donation, language, documents);
  const { payments } = server.giving;
  if (payments === null || way === BY_TRANSFER) return pledge(post, draft, keyed);
  try {
    const { url, reference } = await payments.give(draft, keyed);
    log.info({ form: "donation", outcome: url ? 303 : 503, reference }, "form handled");
    if (url !== null) return url;
    // Nothing was charged, and the gift is stored as a pledge. The donor may try again.
    return { status: 503, message: fill(words.refusals.paymentDown, { reference }), reference };
  } catch (err) {
    log.error({ err, form: "donation" }, "gift could not be stored");
    return { status: 503, message: words.messages.failed.donation };
  }
}

/** Takes the form for a pledge alone. */
export async function takePledge(post: PagePost): Promise<PageResult> {
  const { reply, values, language } = post;
  const { request, server } = reply;
  const words = formWords[language];
  const { documents } = server.content.in(language);
  const { data, error } = pledgeSchema(documents, language).safeParse(values);
  const errors = [
    ...pledgeAmountErrors(values, documents, words),
    ...(error ? fieldErrors(error) : []),
    ...contactErrors(values, words),
  ];
  if (data === undefined || errors.length > 0) return invalidFields(errors);
  const refusal = await server.countForm(request, language);
  if (refusal !== null) return refusal;
  const { amount, currency, frequency, purpose, mayWrite, mayName } = data;
  const amountMinor = minorUnits(readAmount(amount, decimalsOf(documents, currency)) ?? "0");
  const key = messageKey(
    "pledge",
    { ...data, amount: amountMinor },
    server.clock(),
    String(values[PLEDGE_KEY]),
  );
  const draft = { amountMinor, currency, frequency, purpose, mayWrite, mayName, language };
  return pledge(post, { ...draft, donor: donorOf(data) }, { key, hasClientKey: true });
}
