import { DAY_MS, isoTime } from "../../shared/time.ts";
import { dayOf, type Gift, receivedAt } from "./gift.ts";
import { nextMonth } from "./gift-store.ts";

/** The days that a payment may be early, and the days after which a payment is missing. */
const EARLY_DAYS = 10;
export const LATE_DAYS = 3;

/** Returns the days on which payments of a monthly gift were expected so far, the first of which is a month after its beginning. */
export function dueDays({ createdAt }: Gift, now: number): number[] {
  const days: number[] = [];
  for (let day = nextMonth(Date.parse(createdAt)); day <= now; day = nextMonth(day)) days.push(day);
  return days;
}

const timeOf = (gift: Gift): number => Date.parse(receivedAt(gift) ?? "") || 0;

/** Returns whether a payment for the month that began on this day has come. */
export function isPaid(due: number, gift: Gift, payments: readonly Gift[]): boolean {
  const from = due - EARLY_DAYS * DAY_MS;
  const to = nextMonth(due) - EARLY_DAYS * DAY_MS;
  return [gift, ...payments].some((one) => timeOf(one) >= from && timeOf(one) < to);
}

export const isMonthly = ({ frequency, partOf }: Gift): boolean =>
  frequency === "monthly" && partOf === undefined;

/** Returns the last month, `2026-11`, whose payment is missing; empty when none is. Donor and office read the same. */
export function missedMonth(gift: Gift, payments: readonly Gift[], now: number): string {
  if (!isMonthly(gift) || gift.state !== "paid" || gift.stopped !== undefined) return "";
  const due = dueDays(gift, now - LATE_DAYS * DAY_MS).at(-1);
  if (due === undefined || isPaid(due, gift, payments)) return "";
  return dayOf(isoTime(due)).slice(0, 7);
}
