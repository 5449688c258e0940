import { amountOfMinor } from "../../shared/forms/donation.ts";
import type { CsvRow } from "../csv.ts";
import { amountLeft, type Gift, receivedAt } from "./gift.ts";

/** Returns the columns of a list, which hold nothing about the donor. */
export function giftSummary(gift: Gift): CsvRow {
  const { reference, state, currency, frequency, purpose, createdAt } = gift;
  return {
    reference,
    state,
    amount: amountOfMinor(amountLeft(gift)),
    currency,
    frequency,
    purpose,
    created: createdAt,
    paid: receivedAt(gift) ?? "",
    note: gift.history.at(-1)?.note ?? "",
  };
}

/** Returns all columns. The donor's columns are empty once the donor is forgotten. */
export function giftRecord(gift: Gift): CsvRow {
  const { donor, mayWrite, provider, history, state, amountMinor, refundedMinor } = gift;
  const isRefunded = state === "refunded";
  const lastRefund = history.findLast((step) =>
    isRefunded ? step.state === "refunded" : step.refundedMinor !== undefined,
  );
  return {
    ...giftSummary(gift),
    refunded: lastRefund?.at ?? "",
    given: amountOfMinor(amountMinor),
    paidBack: amountOfMinor(isRefunded ? amountMinor : refundedMinor),
    firstName: donor?.firstName ?? "",
    lastName: donor?.lastName ?? "",
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    mayWrite: mayWrite ? "yes" : "no",
    provider: provider?.name ?? "",
    transaction: provider?.transactionId ?? "",
    history: history
      .map((step) => `${step.at} ${describeStep(step, gift)} (${step.by})`)
      .join("; "),
  };
}

function describeStep(step: Gift["history"][number], { currency }: Gift): string {
  if (step.isUndo) return `taken back: ${step.state}`;
  if (step.refundedMinor === undefined) return step.state;
  return `${currency} ${amountOfMinor(step.refundedMinor)} refunded`;
}
