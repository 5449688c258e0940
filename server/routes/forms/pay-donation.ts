import type { FastifyRequest } from "fastify";
import type { FormState } from "../../../shared/contract/form-state.ts";
import { failedMessages } from "../../../shared/forms/form-messages.ts";
import type { GiftPayments } from "../../giving/payments/gift-payments.ts";
import type { Donation } from "../../submissions/forms/donation.schema.ts";
import { donationDraft } from "./donation-draft.ts";

type Paid =
  /** Of the provider's page, or of the gift. */
  | { kind: "redirect"; url: string }
  /** The form comes back with what was typed. */
  | { kind: "again"; status: 422 | 503; why: Partial<FormState> };

const NO_AMOUNT = "Choose an amount from the list, or enter your own";

/** The payment page is down: nothing was charged, and the gift is stored as a promise. */
const downWords = (reference: string) =>
  `Sorry, the payment page cannot be reached at the moment, and nothing was charged. Your gift is noted as ${reference}: you can give it by bank transfer or mobile money instead, or try again in a few minutes.`;

/** Stores the gift of a valid form, and begins its payment. */
export async function payDonation(
  request: FastifyRequest,
  payments: GiftPayments,
  { donation, clientKey }: { donation: Donation; clientKey: string },
): Promise<Paid> {
  const draft = donationDraft(donation);
  if (draft === null) {
    const errors = [{ field: "customAmount", message: NO_AMOUNT }];
    return { kind: "again", status: 422, why: { errors } };
  }
  try {
    const given = await payments.give(draft, clientKey);
    request.log.info({ form: "donation", outcome: given.kind }, "form answered");
    if (given.kind === "page") return { kind: "redirect", url: given.url };
    const { reference } = given;
    if (given.kind === "paid") return { kind: "redirect", url: `/donate/thanks/${reference}` };
    const why = { failure: downWords(reference), reference };
    return { kind: "again", status: 503, why };
  } catch (error) {
    request.log.error({ err: error, form: "donation" }, "gift could not be stored");
    return { kind: "again", status: 503, why: { failure: failedMessages.donation } };
  }
}
