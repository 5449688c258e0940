import type { FastifyInstance } from "fastify";
import { DAY_MS, HOUR_MS, isoTime } from "../../shared/time.ts";
import { startWorkLoop } from "../work-loop.ts";
import { dayOf, type Gift, receivedAt } from "./gift.ts";
import { type GiftStore, nextMonth } from "./gift-store.ts";

/** What the payment provider does for monthly gifts (gift-payments.ts). */
interface MonthlyPayments {
  stopPlan: (gift: Gift) => Promise<boolean>;
  collectCharges: (gift: Gift) => Promise<void>;
}

/** The days that a payment may be early, and the days after which a payment is missing. */
const EARLY_DAYS = 10;
const LATE_DAYS = 3;
/** The reminders of a gift of which nothing has ever come. */
const MOST_UNANSWERED = 3;

/** Returns the days on which payments of a monthly gift were expected so far, the first of which is a month after its beginning. */
function dueDays({ createdAt }: Gift, now: number): number[] {
  const days: number[] = [];
  for (let day = nextMonth(Date.parse(createdAt)); day <= now; day = nextMonth(day)) days.push(day);
  return days;
}

const timeOf = (gift: Gift): number => Date.parse(receivedAt(gift) ?? "") || 0;

/** Returns whether a payment for the month that began on this day has come. */
function isPaid(due: number, gift: Gift, payments: readonly Gift[]): boolean {
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

/** Looks at a monthly gift that is due. Returns when to look again; null when nothing more is expected. */
async function lookAt(
  app: FastifyInstance,
  { gifts, payments: provider }: { gifts: GiftStore; payments: MonthlyPayments | null },
  gift: Gift,
): Promise<number | null> {
  const now = app.clock();
  const plan = gift.provider?.plan;
  if (gift.stopped !== undefined) {
    const isDone = gift.stopped.isDone || (await provider?.stopPlan(gift)) === true;
    if (isDone) await gifts.stop(gift.reference, { at: isoTime(now), isDone });
    return isDone || provider === null ? null : now + HOUR_MS;
  }
  if (gift.state !== "paid" && gift.state !== "pledged") return null;
  if (plan !== undefined) await provider?.collectCharges(gift);
  const paid = await gifts.paymentsOf(gift.reference);
  const days = dueDays(gift, now);
  const due = days.at(-1);
  if (due === undefined) return nextMonth(Date.parse(gift.createdAt));
  const next = nextMonth(due);
  if (isPaid(due, gift, paid)) return next;
  const isCharged = plan !== undefined;
  const lateAt = due + LATE_DAYS * DAY_MS;
  if (gift.state === "pledged" && days.length > MOST_UNANSWERED) return null;
  if (!isCharged) await app.mailAboutMonth(gift, "reminder", due);
  // A pledge of which nothing has come yet is no missing payment.
  if (gift.state === "pledged") return next;
  if (now < lateAt) return lateAt;
  await app.mailAboutMonth(gift, "missed", due);
  return next;
}

/** Looks after monthly gifts: collects charges, reminds donors who send their gift themselves, and tells of what is missing. */
export function startMonthlyGifts(
  app: FastifyInstance,
  giving: { gifts: GiftStore; payments: MonthlyPayments | null },
): void {
  startWorkLoop(app, "monthly gifts", {
    claim: () => giving.gifts.dueReminder(app.clock()),
    work: async ({ gift, remindAt }) => {
      let next: number | null = app.clock() + HOUR_MS;
      try {
        next = await lookAt(app, giving, gift);
      } catch (err) {
        app.log.warn({ err, reference: gift.reference }, "monthly gift could not be looked at");
      }
      // Another instance, or the donor who stops the gift, may have been quicker.
      await giving.gifts.remindAt(gift.reference, next, remindAt);
    },
    concurrency: 1,
  });
}
