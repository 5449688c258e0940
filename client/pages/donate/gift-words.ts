import { purposes } from "../../../content/giving.json";
import {
  cancelled,
  everyMonth,
  failed,
  paid,
  pending,
  pledged,
  refunded,
  thankYou,
  thankYouName,
} from "../../../content/words/en/gift.json";
import type { GiftView } from "../../../shared/contract/page-renderer.ts";
import { fill } from "../../../shared/fill.ts";
import { minorFigure } from "../../../shared/forms/donation.ts";

type OfGift = Pick<GiftView, "amountMinor" | "currency" | "frequency">;

/** "TZS 50,000 every month". */
export const giftFigure = ({ amountMinor, currency, frequency }: OfGift): string => {
  const figure = minorFigure(amountMinor, currency);
  return frequency === "monthly" ? fill(everyMonth, { figure }) : figure;
};

/** A purpose that content no longer names keeps its name. */
export const purposeLabel = ({ purpose }: Pick<GiftView, "purpose">): string =>
  purposes.find(({ value }) => value === purpose)?.label ?? purpose;

interface Words {
  /** Thanks unless it is given. */
  title?: string;
  /** What is true now. */
  state: string;
  next: readonly string[];
}

const WORDS = {
  pledged: { state: pledged.state, next: [pledged.send, pledged.received, pledged.receipt] },
  pending: { state: pending.state, next: [pending.confirm, pending.looks] },
  paid: { state: paid.state, next: [paid.work, paid.news] },
  failed: { ...failed, next: [failed.again, failed.write] },
  cancelled: { ...cancelled, next: [cancelled.write] },
  refunded: { ...refunded, next: [refunded.bank] },
} as const satisfies Record<GiftView["state"], Words>;

/** What the page of a gift says, by its state. */
export function giftWords(gift: GiftView) {
  const { title, state, next }: Words = WORDS[gift.state];
  const { firstName } = gift;
  const isMonthlyPledge = gift.state === "pledged" && gift.frequency === "monthly";
  return {
    title: title ?? (firstName === null ? thankYou : fill(thankYouName, { name: firstName })),
    state: fill(state, { figure: giftFigure(gift) }),
    next: isMonthlyPledge ? [...next, pledged.monthly] : next,
  };
}
