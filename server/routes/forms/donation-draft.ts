import donate from "../../../content/donate.json" with { type: "json" };
import { chosenAmount, type DonationChoice, minorUnits } from "../../../shared/forms/donation.ts";
import type { OnlineDraft } from "../../giving/payments/give-online.ts";
import type { Donation } from "../../submissions/forms/donation.schema.ts";
import { IDEMPOTENCY_KEY } from "../../submissions/idempotency/idempotency-key.ts";

/** The random key of the form; empty where it has none. */
export const paymentKeyOf = (key: unknown): string =>
  typeof key === "string" && IDEMPOTENCY_KEY.test(key) ? key : "";

/** Where it is needed most: the form asks no more than the spec has it ask. */
const MOST_NEEDED = "most-needed";

/** The gift of a valid form: its amount is the one that the page showed. Null when the page has no such amount. */
export function donationDraft(donation: Donation): OnlineDraft | null {
  const { currency, frequency, customAmount, firstName, lastName, email, phone } = donation;
  const preset =
    customAmount === "" ? donate.presets.find((one) => String(one) === donation.preset) : 0;
  if (preset === undefined) return null;
  const choice: DonationChoice = { currency, frequency, preset, customAmount };
  const factor = donate.currencies.find(({ code }) => code === currency)?.displayFactor ?? 1;
  const amount = chosenAmount(choice, factor);
  if (amount === null) return null;
  const donor = { firstName, lastName, email, phone: phone === "" ? null : phone };
  return {
    amountMinor: minorUnits(amount),
    currency,
    frequency,
    purpose: MOST_NEEDED,
    donor,
    mayWrite: false,
  };
}
