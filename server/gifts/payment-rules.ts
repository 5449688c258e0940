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

const DAY = 1_440;
const GIVEN_UP = 2 * DAY;

const unpaid = { first: 1, longest: DAY / 4, end: GIVEN_UP };
/** The first and the longest wait for a check, and their end; in first intervals, which are of one minute. */
const CHECKS: Partial<Record<GiftState, typeof unpaid>> = {
  pledged: unpaid,
  pending: { ...unpaid, end: Number.POSITIVE_INFINITY },
  failed: unpaid,
  // For refunds.
  paid: { first: DAY, longest: 32 * DAY, end: 60 * DAY },
};

const ageOf = ({ history, createdAt }: Gift, since: GiftState, nowMs: number): number =>
  nowMs - Date.parse(history.find(({ state }) => state === since)?.at ?? createdAt);

/** A gift that nobody has paid for after this time will not be paid: the hosted page closed a day ago. */
export const isGivenUp = (gift: Gift, nowMs: number, firstMs: number): boolean =>
  ageOf(gift, "pending", nowMs) > GIVEN_UP * firstMs;

/** The interval is the payment's age, so that it doubles. Null when the provider is not asked again. */
export function nextCheckAt(gift: Gift, nowMs: number, firstMs: number): number | null {
  const check = CHECKS[gift.state];
  if (check === undefined) return null;
  const age = ageOf(gift, gift.state === "paid" ? "paid" : "pending", nowMs) / firstMs;
  if (age > check.end) return null;
  return Math.ceil(nowMs + Math.min(Math.max(age, check.first), check.longest) * firstMs);
}

/** What a payment makes of its gift; what may not follow its state changes nothing (`applyEvent`). */
const STATES_OF: Readonly<Record<Payment["status"], readonly GiftEvent["state"][]>> = {
  pending: [],
  failed: ["failed"],
  paid: ["paid"],
  refunded: ["paid", "refunded"],
};

/** What the provider's answer means for a gift; `isLate` when no payment can follow any more. */
export function judgePayment(
  gift: Gift,
  payment: Payment | null,
  isLate: boolean,
): { outcome: (typeof CHECK_OUTCOMES)[number]; states: readonly GiftEvent["state"][] } {
  if (payment === null)
    return isLate && gift.state === "pending"
      ? { outcome: "given-up", states: ["cancelled"] }
      : { outcome: "none", states: [] };
  // Another amount, currency or reference is another payment, whatever its status.
  const isOfGift =
    payment.reference === gift.reference &&
    payment.amountMinor === gift.amountMinor &&
    payment.currency === gift.currency;
  if (!isOfGift) return { outcome: "mismatch", states: [] };
  return { outcome: payment.status, states: STATES_OF[payment.status] };
}
