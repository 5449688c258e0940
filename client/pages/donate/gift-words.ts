import { purposes } from "../../../content/giving.json";
import * as words from "../../../content/words/en/gift.json";
import type { GiftView } from "../../../shared/contract/gift-view.ts";
import { fill } from "../../../shared/fill.ts";
import { minorFigure } from "../../../shared/forms/donation.ts";

type OfGift = Pick<GiftView, "amountMinor" | "currency" | "frequency">;

/** "TZS 50,000 every month". */
export const giftFigure = ({ amountMinor, currency, frequency }: OfGift): string => {
  const figure = minorFigure(amountMinor, currency);
  return frequency === "monthly" ? fill(words.everyMonth, { figure }) : figure;
};

/** A purpose that content no longer names keeps its name. */
export const purposeLabel = ({ purpose }: Pick<GiftView, "purpose">): string =>
  purposes.find(({ value }) => value === purpose)?.label ?? purpose;

interface Words {
  title: string;
  /** What is true now. */
  state: string;
  next: readonly string[];
}

const thanks = ({ firstName }: GiftView) =>
  firstName === null ? words.thankYou : fill(words.thankYouName, { name: firstName });

/** What the page of a gift says, by its state. */
export function giftWords(gift: GiftView): Words {
  const figure = giftFigure(gift);
  switch (gift.state) {
    case "pledged":
      return {
        title: thanks(gift),
        state: fill(words.pledged.state, { figure }),
        next: [
          words.pledged.send,
          words.pledged.received,
          words.pledged.receipt,
          ...(gift.frequency === "monthly" ? [words.pledged.monthly] : []),
        ],
      };
    case "pending":
      return {
        title: thanks(gift),
        state: fill(words.pending.state, { figure }),
        next: [words.pending.confirm, words.pending.looks],
      };
    case "paid":
      return {
        title: thanks(gift),
        state: fill(words.paid.state, { figure }),
        next: [words.paid.work, words.paid.news],
      };
    case "failed":
      return {
        title: words.failed.title,
        state: fill(words.failed.state, { figure }),
        next: [words.failed.again, words.failed.write],
      };
    case "cancelled":
      return {
        title: words.cancelled.title,
        state: fill(words.cancelled.state, { figure }),
        next: [words.cancelled.write],
      };
    case "refunded":
      return {
        title: words.refunded.title,
        state: fill(words.refunded.state, { figure }),
        next: [words.refunded.bank],
      };
  }
}
