import type { Gift, GiftEvent, GiftState } from "./gift.ts";

const STATUSES = ["paid", "failed", "pending", "refunded"] as const;

/** A payment as the provider itself says it is. */
export interface Payment {
  transactionId: string;
  /** Of the gift, as the provider returns it. */
  reference: string;
  amountMinor: number;
  /** May be one that no gift has. */
  currency: string;
  status: (typeof STATUSES)[number];
}

/** `none`: it knows no payment. `given-up`: and none can follow. `mismatch`: other amount, currency or reference. */
export const CHECK_OUTCOMES = [...STATUSES, "none", "given-up", "mismatch", "error"] as const;

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

/** In first intervals, which are of one minute. */
const DAY = 1_440;
/** A gift that nobody has paid for after this time will not be paid: the hosted page closed a day ago. */
const GIVEN_UP = 2 * DAY;

const unpaid = { first: 1, longest: DAY / 4, end: GIVEN_UP };
/** The first and the longest wait for a check, and their end. */
const CHECKS: Partial<Record<GiftState, typeof unpaid>> = {
  pledged: unpaid,
  pending: { ...unpaid, end: Number.POSITIVE_INFINITY },
  failed: unpaid,
  // For refunds.
  paid: { first: DAY, longest: 32 * DAY, end: 60 * DAY },
};

/** How long a gift has been paid, or its payment has been under way, in first intervals. */
function ageOf({ state, history, createdAt }: Gift, nowMs: number, firstMs: number): number {
  const since = state === "paid" ? "paid" : "pending";
  const begin = history.find((step) => step.state === since)?.at ?? createdAt;
  return (nowMs - Date.parse(begin)) / firstMs;
}

/** The interval is the payment's age, so that it doubles. Null when the provider is not asked again. */
export function nextCheckAt(gift: Gift, nowMs: number, firstMs: number): number | null {
  const check = CHECKS[gift.state];
  if (check === undefined) return null;
  const age = ageOf(gift, nowMs, firstMs);
  if (age > check.end) return null;
  const wait = Math.min(Math.max(age, check.first), check.longest);
  return Math.ceil(nowMs + wait * firstMs);
}

/** What a payment makes of its gift; what may not follow its state changes nothing (`applyEvent`). */
const STATES_OF: Readonly<Record<Payment["status"], readonly GiftEvent["state"][]>> = {
  pending: [],
  failed: ["failed"],
  paid: ["paid"],
  refunded: ["paid", "refunded"],
};

export function judgePayment(
  gift: Gift,
  payment: Payment | null,
  nowMs: number,
  firstMs: number,
): { outcome: (typeof CHECK_OUTCOMES)[number]; states: readonly GiftEvent["state"][] } {
  if (payment === null)
    return gift.state === "pending" && ageOf(gift, nowMs, firstMs) > GIVEN_UP
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
