import type { FastifyInstance } from "fastify";
import { DAY_MS, HOUR_MS, isoTime } from "../../shared/time.ts";
import { mailSettings } from "../config.ts";
import { dayOf, type Gift } from "../gifts/gift.ts";
import { type GiftStore, nextMonth } from "../gifts/gift-store.ts";
import { dueDays, isPaid, LATE_DAYS } from "../gifts/monthly.ts";
import { startWorkLoop } from "../work-loop.ts";
import type { Letter } from "./letters.ts";
import { missedLetters, reminderLetter } from "./monthly-letters.ts";

/** The work of the payment provider for monthly gifts (gift-payments.ts). */
interface MonthlyPayments {
  stopPlan: (gift: Gift) => Promise<boolean>;
  collectCharges: (gift: Gift) => Promise<void>;
}

/** The reminders of a gift of which nothing has ever come. */
const MOST_UNANSWERED = 3;

/** The parts of the site that monthly gifts need. */
interface Giving {
  app: FastifyInstance;
  gifts: GiftStore;
  payments: MonthlyPayments | null;
  addMail: AddMail;
}

type AddMail = (app: FastifyInstance, letter: Letter) => Promise<void>;

/** Mails about a month, once: the month is in the reference of each mail. */
async function tell(
  { app, addMail }: Pick<Giving, "app" | "addMail">,
  gift: Gift,
  what: "reminder" | "missed",
  due: number,
) {
  const settings = mailSettings(app.config);
  if (settings === null) return;
  const place = { ...settings, content: app.content };
  const month = dayOf(isoTime(due)).slice(0, 7);
  const letters =
    what === "missed" ? missedLetters(gift, place, month) : [reminderLetter(gift, place, month)];
  for (const letter of letters) if (letter !== null) await addMail(app, letter);
}

/** Looks at a monthly gift that is due. Returns when to look again; null when nothing more is expected. */
async function lookAt(giving: Giving, gift: Gift): Promise<number | null> {
  const { app, gifts, payments: provider } = giving;
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
  if (!isCharged) await tell(giving, gift, "reminder", due);
  // A pledge of which nothing has come yet is no missing payment.
  if (gift.state === "pledged") return next;
  if (now < lateAt) return lateAt;
  await tell(giving, gift, "missed", due);
  return next;
}

/** Looks after monthly gifts: collects charges, reminds donors who send their gift themselves, and tells of what is missing. */
export function startMonthlyGifts(app: FastifyInstance, addMail: AddMail): void {
  const giving = { app, ...app.giving, addMail };
  startWorkLoop(app, "monthly gifts", {
    claim: () => giving.gifts.dueReminder(app.clock()),
    work: async ({ gift, remindAt }) => {
      let next: number | null = app.clock() + HOUR_MS;
      try {
        next = await lookAt(giving, gift);
      } catch (err) {
        app.log.warn({ err, reference: gift.reference }, "monthly gift could not be looked at");
      }
      // Another instance, or the donor who stops the gift, may have been quicker.
      await giving.gifts.remindAt(gift.reference, next, remindAt);
    },
    concurrency: 1,
  });
}
