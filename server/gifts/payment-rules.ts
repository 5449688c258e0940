import { createHmac } from "node:crypto";
import type { Gift, GiftEvent, GiftState } from "./gift.ts";

/** A payment as the provider itself says it is. */
export interface Payment {
  transactionId: string;
  /** Our reference of the gift, as the provider returns it. */
  reference: string;
  /** In hundredths of the currency. */
  amountMinor: number;
  /** ISO 4217; may be one that no gift has. */
  currency: string;
  status: "paid" | "failed" | "pending" | "refunded";
}

/** `none`: it knows no payment. `given-up`: and none can follow. `mismatch`: other amount, currency or reference. */
export const CHECK_OUTCOMES = [
  "paid",
  "failed",
  "pending",
  "refunded",
  "none",
  "given-up",
  "mismatch",
  "error",
] as const;

/** `accepted`: the provider will be asked. `other`: no payment; `unknown`: no such gift: taken, or they would come again. */
export const WEBHOOK_STATUSES = {
  accepted: 200,
  other: 200,
  unknown: 200,
  unauthorised: 401,
  malformed: 400,
  "too-large": 413,
  failed: 503,
} as const;
export type WebhookOutcome = keyof typeof WEBHOOK_STATUSES;

/** In first intervals, which are of one minute: six hours, two days, one day, 32 days, 60 days. */
const LONGEST = 360;
const GIVEN_UP = 2_880;
const REFUND_FIRST = 1_440;
const REFUND_LONGEST = 32 * REFUND_FIRST;
const REFUND_END = 60 * REFUND_FIRST;

const timeOf = ({ history, createdAt }: Gift, state: GiftState): number =>
  Date.parse(history.find((step) => step.state === state)?.at ?? createdAt);

/** A gift that nobody has paid for after this time will not be paid: the hosted page closed a day ago. */
export function isGivenUp(gift: Gift, nowMs: number, firstMs: number): boolean {
  return nowMs - timeOf(gift, "pending") > GIVEN_UP * firstMs;
}

/** The interval is the payment's age, so that it doubles: 1 minute to 6 hours for 48 hours, then 1 to 32 days, for refunds. */
export function nextCheckAt(gift: Gift, nowMs: number, firstMs: number): number | null {
  const next = (age: number, first: number, longest: number) =>
    Math.ceil(nowMs + Math.min(Math.max(age, first * firstMs), longest * firstMs));
  const { state } = gift;
  if (state === "cancelled" || state === "refunded") return null;
  if (state === "paid") {
    const age = nowMs - timeOf(gift, "paid");
    return age > REFUND_END * firstMs ? null : next(age, REFUND_FIRST, REFUND_LONGEST);
  }
  const isOver = state !== "pending" && isGivenUp(gift, nowMs, firstMs);
  return isOver ? null : next(nowMs - timeOf(gift, "pending"), 1, LONGEST);
}

interface Judgement {
  outcome: (typeof CHECK_OUTCOMES)[number];
  states: readonly GiftEvent["state"][];
}

/** What the provider's answer means for a gift; `isLate` when no payment can follow any more. */
export function judgePayment(gift: Gift, payment: Payment | null, isLate: boolean): Judgement {
  const { state } = gift;
  if (payment === null)
    return isLate && state === "pending"
      ? { outcome: "given-up", states: ["cancelled"] }
      : { outcome: "none", states: [] };
  // Another amount, currency or reference is another payment, whatever its status.
  const isOfGift =
    payment.reference === gift.reference &&
    payment.amountMinor === gift.amountMinor &&
    payment.currency === gift.currency;
  if (!isOfGift) return { outcome: "mismatch", states: [] };
  const isPaid = state === "paid" || state === "refunded";
  const { status } = payment;
  const states: Record<Payment["status"], Judgement["states"]> = {
    pending: [],
    failed: state === "pending" ? ["failed"] : [],
    paid: isPaid ? [] : ["paid"],
    refunded: isPaid ? ["refunded"] : ["paid", "refunded"],
  };
  return { outcome: status, states: states[status] };
}

/** `attempt` counts failed gifts of the same post. Keyed with a secret: nobody who knows a donor may guess the reference. */
export const paymentKey = (secret: string, postKey: string, attempt: number): string =>
  createHmac("sha256", secret).update(`${postKey} ${attempt}`).digest("hex");
