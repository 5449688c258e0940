import type { FastifyInstance } from "fastify";
import type { GiftView } from "../../shared/contract/page-renderer.ts";
import { lastDigits } from "../../shared/forms/gift-forms.ts";
import { mailSettings } from "../config.ts";
import { amountLeft, type Gift, receivedAt } from "./gift.ts";

/** Returns what opens the receipt of a gift. */
function opensBy({ state, donor }: Gift): GiftView["opensBy"] {
  if (state !== "paid" || donor === null) return null;
  if (lastDigits(donor.phone ?? "") !== "") return "phone";
  return donor.email === "" ? null : "email";
}

/** Returns the part of a gift that visitors may see. Anyone who has the reference sees this part; the receipt is for the donor alone. */
export function toGiftView(
  gift: Gift,
  { config }: Pick<FastifyInstance, "config">,
  { isDonor = false } = {},
): GiftView {
  const { reference, state, currency, frequency, purpose, donor, history } = gift;
  const isPaid = state === "paid";
  const receipt = isPaid && isDonor && donor !== null;
  return {
    reference,
    state,
    amountMinor: amountLeft(gift),
    refundedMinor: isPaid ? gift.refundedMinor : 0,
    currency,
    frequency,
    purpose,
    firstName: donor?.firstName ?? null,
    since: (isPaid ? receivedAt(gift) : history.at(-1)?.at) ?? gift.createdAt,
    canEmail:
      mailSettings(config) !== null &&
      Boolean(donor?.email) &&
      (state === "pledged" || state === "paid"),
    receipt: receipt ? { name: `${donor.firstName} ${donor.lastName}`.trim() } : null,
    opensBy: opensBy(gift),
  };
}
