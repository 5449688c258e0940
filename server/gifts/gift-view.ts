import type { FastifyInstance } from "fastify";
import type { GiftView } from "../../shared/contract/page-renderer.ts";
import { lastDigits } from "../../shared/forms/gift-forms.ts";
import { mailSettings } from "../config.ts";
import { amountLeft, type Gift, receivedAt } from "./gift.ts";
import { isMonthly, missedMonth } from "./monthly.ts";

/** Returns what opens the receipt of a gift. */
function opensBy({ state, donor }: Gift): GiftView["opensBy"] {
  if (state !== "paid" || donor === null) return null;
  if (lastDigits(donor.phone ?? "") !== "") return "phone";
  return donor.email === "" ? null : "email";
}

function monthlyOf(gift: Gift, payments: readonly Gift[], now: number): GiftView["monthly"] {
  if (!isMonthly(gift) || (gift.state !== "paid" && gift.state !== "pledged")) return null;
  const { stopped, provider, donor } = gift;
  const going = donor?.email ? ("reminded" as const) : ("expected" as const);
  const open = provider?.plan === undefined ? going : "charged";
  const ended = stopped?.isDone ? "stopped" : "stopping";
  return {
    state: stopped === undefined ? open : ended,
    missed: missedMonth(gift, payments, now),
    payments: payments.map((payment) => ({
      reference: payment.reference,
      amountMinor: amountLeft(payment),
      currency: payment.currency,
      at: receivedAt(payment) ?? payment.createdAt,
    })),
  };
}

interface Around {
  isDonor?: boolean;
  payments?: readonly Gift[];
  stories?: GiftView["stories"];
}

/** Returns the part of a gift that visitors may see. Anyone who has the reference sees this part; the receipt is for the donor alone. */
export function toGiftView(
  gift: Gift,
  { config, clock }: Pick<FastifyInstance, "config" | "clock">,
  { isDonor = false, payments = [], stories = [] }: Around = {},
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
    otherPayment: gift.otherPayment ?? null,
    monthly: monthlyOf(gift, payments, clock()),
    stories,
  };
}
