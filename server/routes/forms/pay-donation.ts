import type { FastifyRequest } from "fastify";
import type { FormState } from "../../../shared/contract/form-state.ts";
import { fill } from "../../../shared/fill.ts";
import { type Language, PREFIXES } from "../../../shared/languages.ts";
import type { GiftPayments } from "../../giving/payments/gift-payments.ts";
import type { Donation } from "../../submissions/forms/donation.schema.ts";
import { wordsFor } from "../../submissions/forms/form-words.ts";
import { donationDraft } from "./donation-draft.ts";

type Paid =
  /** Of the provider's page, or of the gift. */
  | { kind: "redirect"; url: string }
  /** The form comes back with what was typed. */
  | { kind: "again"; status: 422 | 503; why: Partial<FormState> };

/** Stores the gift of a valid form, and begins its payment. */
export async function payDonation(
  request: FastifyRequest,
  payments: GiftPayments,
  { donation, clientKey, language }: { donation: Donation; clientKey: string; language: Language },
): Promise<Paid> {
  const words = wordsFor(language);
  const draft = donationDraft(donation);
  if (draft === null) {
    const errors = [{ field: "customAmount", message: words.refusals.notListed }];
    return { kind: "again", status: 422, why: { errors } };
  }
  try {
    const given = await payments.give(draft, clientKey, language);
    request.log.info({ form: "donation", outcome: given.kind }, "form answered");
    if (given.kind === "page") return { kind: "redirect", url: given.url };
    const { reference } = given;
    if (given.kind === "paid")
      return { kind: "redirect", url: `${PREFIXES[language]}/donate/thanks/${reference}` };
    // Nothing was charged, and the gift is stored as a promise.
    const why = { failure: fill(words.refusals.paymentDown, { reference }), reference };
    return { kind: "again", status: 503, why };
  } catch (error) {
    request.log.error({ err: error, form: "donation" }, "gift could not be stored");
    return { kind: "again", status: 503, why: { failure: words.failed.donation } };
  }
}
