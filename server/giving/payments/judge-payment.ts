import type { Gift } from "../gift.schema.ts";
import type { GiftEvent } from "../gift-states.ts";
import type { CheckOutcome } from "./payment-outcomes.ts";
import type { Payment } from "./payment-provider.ts";

export interface Judgement {
  outcome: CheckOutcome;
  /** The states that follow for the gift. */
  states: readonly GiftEvent["state"][];
}

/** Another amount, currency or reference is another payment, whatever its status. */
const isOf = (payment: Payment, gift: Gift): boolean =>
  payment.reference === gift.reference &&
  payment.amountMinor === gift.amountMinor &&
  payment.currency === gift.currency;

/** What the provider's answer means for a gift; `isLate` when no payment can follow any more. */
export function judgePayment(gift: Gift, payment: Payment | null, isLate: boolean): Judgement {
  const { state } = gift;
  if (payment === null)
    return isLate && state === "pending"
      ? { outcome: "given-up", states: ["cancelled"] }
      : { outcome: "none", states: [] };
  if (!isOf(payment, gift)) return { outcome: "mismatch", states: [] };
  const isPaid = state === "paid" || state === "refunded";
  const { status } = payment;
  switch (status) {
    case "pending":
      return { outcome: status, states: [] };
    case "failed":
      return { outcome: status, states: state === "pending" ? ["failed"] : [] };
    case "paid":
      return { outcome: status, states: isPaid ? [] : ["paid"] };
    case "refunded":
      return { outcome: status, states: isPaid ? ["refunded"] : ["paid", "refunded"] };
  }
}
