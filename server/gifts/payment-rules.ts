import { createHmac } from "node:crypto";
import { DAY_MS } from "../../shared/time.ts";
import type { Gift, GiftState } from "./gift.schema.ts";
import type { GiftEvent } from "./gift-states.ts";
import type { Payment } from "./payment-provider.ts";

/**
 * What the provider answered about a gift. `none`: it knows no payment. `given-up`: and none can follow. `mismatch`:
 * another amount, currency or reference. `error`: no usable answer.
 */
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
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];

/** In first intervals, which are of one minute: six hours, two days, one day, 32 days, 60 days. */
const LONGEST = 360;
const GIVEN_UP = 2_880;
const REFUND_FIRST = 1_440;
const REFUND_LONGEST = 32 * REFUND_FIRST;
const REFUND_END = 60 * REFUND_FIRST;

const timeOf = ({ history, createdAt }: Gift, state: GiftState): number =>
  Date.parse(history.find((step) => step.state === state)?.at ?? createdAt);

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to);

/** A gift that nobody has paid for after this time will not be paid: the hosted page closed a day ago. */
export function isGivenUp(gift: Gift, nowMs: number, firstMs: number): boolean {
  return nowMs - timeOf(gift, "pending") > GIVEN_UP * firstMs;
}

/**
 * When the provider is asked again, milliseconds; null when no more. The interval is the age of the payment, so that
 * it doubles: from 1 minute to 6 hours until the provider gives a final answer, which it has after 48 hours; then from
 * 1 day to 32 days, for 60 days, for refunds.
 */
export function nextCheckAt(gift: Gift, nowMs: number, firstMs: number): number | null {
  const next = (age: number, first: number, longest: number) =>
    Math.ceil(nowMs + clamp(age, first * firstMs, longest * firstMs));
  switch (gift.state) {
    case "pledged":
    case "failed":
    case "pending": {
      const isOver = gift.state !== "pending" && isGivenUp(gift, nowMs, firstMs);
      return isOver ? null : next(nowMs - timeOf(gift, "pending"), 1, LONGEST);
    }
    case "paid": {
      const age = nowMs - timeOf(gift, "paid");
      return age > REFUND_END * firstMs ? null : next(age, REFUND_FIRST, REFUND_LONGEST);
    }
    case "cancelled":
    case "refunded":
      return null;
  }
}

interface Judgement {
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

/**
 * The idempotency key of a gift that is paid online. The same post has the same key: by the form's random key, and
 * without scripts by equal fields on one UTC day. `attempt` counts gifts of the same post that failed, so that one can
 * try again. Keyed with a secret: the reference is made of it, and nobody who knows a donor may guess it.
 */
export function paymentKey(post: {
  secret: string;
  fields: Readonly<Record<string, unknown>>;
  /** Empty without scripts. */
  clientKey: string;
  attempt: number;
  nowMs: number;
}): string {
  const { secret, fields, clientKey, attempt, nowMs } = post;
  const scope = clientKey === "" ? ["day", Math.floor(nowMs / DAY_MS)] : ["key", clientKey];
  return createHmac("sha256", secret)
    .update(JSON.stringify(["donation", scope, attempt, fields]))
    .digest("hex");
}
