import type { Gift } from "../gift.schema.ts";
import type { GiftState } from "../gift-stats.ts";

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
    case "pending":
      return next(nowMs - timeOf(gift, "pending"), 1, LONGEST);
    case "pledged":
    case "failed":
      return isGivenUp(gift, nowMs, firstMs)
        ? null
        : next(nowMs - timeOf(gift, "pending"), 1, LONGEST);
    case "paid": {
      const age = nowMs - timeOf(gift, "paid");
      return age > REFUND_END * firstMs ? null : next(age, REFUND_FIRST, REFUND_LONGEST);
    }
    case "cancelled":
    case "refunded":
      return null;
  }
}
