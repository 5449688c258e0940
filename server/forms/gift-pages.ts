import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply } from "fastify";
import donate from "../../content/donate.json" with { type: "json" };
import type { FormState, TypedValues } from "../../shared/contract/form-state.ts";
import { type GiftView, STILL } from "../../shared/contract/page-renderer.ts";
import { fill } from "../../shared/fill.ts";
import { chosenAmount, minorUnits } from "../../shared/forms/donation.ts";
import { formActions } from "../../shared/forms/form-names.ts";
import { PAYMENT_KEY, PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import { LANGUAGES, type Language, PREFIXES } from "../../shared/languages.ts";
import { GIFT_REFERENCE, type Gift, giftPage, newGift, SUSPECTED } from "../gifts/gift.ts";
import { readForm } from "./form-schema.ts";
import type { Donation, Pledge } from "./forms.ts";
import { donationAmountError, donationSchemas, formWords, pledgeSchemas } from "./forms.ts";
import type { Problem } from "./idempotency.ts";
import { invalid, refusalOf, reservePlace } from "./messages.ts";

export interface PagePost {
  reply: FastifyReply;
  values: TypedValues;
  language: Language;
  isSuspect: boolean;
}

/** What becomes of it: the URL of the next page, or why the same form comes back with what was typed. */
export type PageResult = string | (Problem & Pick<FormState, "reference">);

function donorOf({ firstName, lastName, email, phone }: Donation | Pledge) {
  return { firstName, lastName, email, phone: phone || null };
}

/** The gift of a valid form: its amount is the one that the page showed. */
function draftOf(donation: Donation, language: Language) {
  const { currency, frequency, preset, customAmount } = donation;
  const factor = donate.currencies.find(({ code }) => code === currency)?.displayFactor ?? 1;
  const choice = { currency, frequency, preset: customAmount ? 0 : Number(preset), customAmount };
  const amountMinor = minorUnits(chosenAmount(choice, factor) ?? "0");
  const donor = donorOf(donation);
  // The form asks no more than the spec has it ask.
  const chosen = { amountMinor, currency, frequency, purpose: "most-needed" };
  return { ...chosen, donor, mayWrite: false, language };
}

/** Spec section 4: no call is made. The page shows the amount again, and what really happened. */
function donationPage({ currency, preset, customAmount, frequency }: Donation): string {
  const amount = customAmount === "" ? { amount: preset } : { custom: customAmount };
  return `${formActions.donation}?${new URLSearchParams({ sent: "1", ...amount, currency, frequency })}`;
}

export async function takeDonation({ reply, values, language }: PagePost): Promise<PageResult> {
  const { log, server } = reply;
  const words = formWords[language];
  const read = readForm(donationSchemas[language], values);
  const message = donationAmountError(values, words);
  const errors = message === null ? [] : [{ field: "customAmount", message }];
  if (!read.ok) return invalid([...errors, ...read.errors]);
  if (message !== null) return invalid(errors);
  const { values: donation } = read;
  // The random key of the form, where it leads to a payment.
  const clientKey = String(values[PAYMENT_KEY]) || undefined;
  const { key, refusal } = await reservePlace(reply, "donation", donation, clientKey);
  if (refusal !== null) return refusalOf(refusal, language);
  const { payments } = server.giving;
  if (payments === null) return PREFIXES[language] + donationPage(donation);
  try {
    const post = { key, hasClientKey: clientKey !== undefined };
    const { url, reference } = await payments.give(draftOf(donation, language), post);
    log.info({ form: "donation", outcome: url ? 303 : 503, reference }, "form answered");
    if (url !== null) return url;
    // Nothing was charged, and the gift is stored as a promise.
    return { status: 503, message: fill(words.refusals.paymentDown, { reference }), reference };
  } catch (err) {
    log.error({ err, form: "donation" }, "gift could not be stored");
    return { status: 503, message: words.messages.failed.donation };
  }
}

export async function takePledge(post: PagePost): Promise<PageResult> {
  const { reply, values, isSuspect, language } = post;
  const read = readForm(pledgeSchemas[language], values);
  if (!read.ok) return invalid(read.errors);
  const clientKey = String(values[PLEDGE_KEY]);
  const place = await reservePlace(reply, "pledge", read.values, clientKey);
  if (place.refusal !== null) return refusalOf(place.refusal, language);
  const { log, server } = reply;
  try {
    const { amount: amountMinor, currency, frequency, purpose, mayWrite } = read.values;
    const chosen = { amountMinor, currency, frequency, purpose, mayWrite, language };
    const draft = { ...chosen, donor: donorOf(read.values), idempotencyKey: place.key };
    // Suspected spam is stored and marked (docs/decisions/0049).
    const note = isSuspect ? SUSPECTED : undefined;
    const gift = await server.giving.gifts.add(newGift(draft, server.clock(), note));
    log.info({ gift: gift.reference, state: gift.state }, "gift pledged");
    return giftPage(gift.reference, language);
  } catch (err) {
    await place.release();
    log.error({ err }, "gift was not stored");
    return { status: 503, message: formWords[language].refusals.notStored };
  }
}

/** What visitors may see: whoever has the reference sees it. */
function viewOf(gift: Gift): GiftView {
  const { reference, state, amountMinor, currency, frequency, purpose, donor, history } = gift;
  return {
    reference,
    state,
    amountMinor,
    currency,
    frequency,
    purpose,
    firstName: donor?.firstName ?? null,
    since: history.at(-1)?.at ?? gift.createdAt,
  };
}

/** How often the page of a pending gift looks for the answer, without a script. */
const REFRESH_SECONDS = 15;

/** The form for a pledge, and the page of each gift. Rendered for each request, never cached. */
export async function giftPageRoutes(app: FastifyInstance): Promise<void> {
  const { pages } = app;
  const { gifts, payments } = app.giving;
  type OfGift = { Params: { reference: string }; Querystring: Record<string, unknown> };

  for (const language of LANGUAGES) {
    app.get(PREFIXES[language] + formActions.pledge, async (_request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const values = { [PLEDGE_KEY]: randomUUID() };
      const form = { form: "pledge", status: 200, values, errors: [], failure: null } as const;
      return pages.renderOwn(reply, { form });
    });

    app.get<OfGift>(giftPage(":reference", language), async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const { reference } = request.params;
      try {
        const isReference = GIFT_REFERENCE.test(reference);
        // What the address says of a payment is not read: the provider is asked.
        if (isReference) await payments?.refresh(reference);
        const gift = isReference ? await gifts.get(reference) : null;
        if (gift?.state === "pending" && !(STILL in request.query))
          reply.header("refresh", REFRESH_SECONDS);
        return pages.renderOwn(reply, { gift: gift && viewOf(gift) });
      } catch (err) {
        request.log.error({ err, gift: reference }, "gift could not be read");
        return pages.renderError(reply, 503);
      }
    });
  }
}
