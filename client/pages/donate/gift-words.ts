import { purposes } from "../../../content/giving.json";
import type { GiftView } from "../../../shared/contract/gift-view.ts";
import { minorFigure } from "../../../shared/forms/donation.ts";

type OfGift = Pick<GiftView, "amountMinor" | "currency" | "frequency">;

/** "TZS 50,000 every month". */
export const giftFigure = ({ amountMinor, currency, frequency }: OfGift): string =>
  `${minorFigure(amountMinor, currency)}${frequency === "monthly" ? " every month" : ""}`;

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
  firstName === null ? "Thank You" : `Thank You, ${firstName}`;

/** What the page of a gift says, by its state. */
export function giftWords(gift: GiftView): Words {
  const figure = giftFigure(gift);
  switch (gift.state) {
    case "pledged":
      return {
        title: thanks(gift),
        state: `You promised ${figure}. We do not have the money yet.`,
        next: [
          "Send your gift to the account below, with the reference.",
          "We mark it as received when it arrives. A bank takes one to three days, mobile money a few minutes.",
          "This page then has your receipt. Keep its address, or write down the reference.",
          ...(gift.frequency === "monthly"
            ? ["For a gift every month, set up a standing order with the same reference."]
            : []),
        ],
      };
    case "pending":
      return {
        title: thanks(gift),
        state: `We are waiting for M-Pesa's or your bank's answer about your gift of ${figure}.`,
        next: [
          "If your phone asks you to confirm the payment, please do so.",
          "This page looks for the answer again and again. You can close it and come back later.",
        ],
      };
    case "paid":
      return {
        title: thanks(gift),
        state: `We have your gift of ${figure}.`,
        next: [
          "We put it to work for what you chose.",
          "News of the work is on this site. We write to you only if you said that we may.",
        ],
      };
    case "failed":
      return {
        title: "Your Payment Did Not Go Through",
        state: `We do not have your gift of ${figure}.`,
        next: [
          "You can try again, or give by bank transfer or mobile money.",
          "If your account shows a payment to us all the same, please write to us with the reference.",
        ],
      };
    case "cancelled":
      return {
        title: "This Gift Was Cancelled",
        state: `Your gift of ${figure} was cancelled. We do not have the money.`,
        next: ["If you did send it, please write to us with the reference."],
      };
    case "refunded":
      return {
        title: "This Gift Was Paid Back",
        state: `Your gift of ${figure} was paid back to you.`,
        next: ["A bank takes up to ten days to show it in your account."],
      };
  }
}
