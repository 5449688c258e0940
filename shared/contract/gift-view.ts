import type { Currency, Frequency } from "../forms/donation.ts";

/** What the page of a gift may show: nothing of the donor but the first name. Times are ISO 8601. */
export interface GiftView {
  reference: string;
  state: "pledged" | "pending" | "paid" | "failed" | "cancelled" | "refunded";
  amountMinor: number;
  currency: Currency;
  frequency: Frequency;
  purpose: string;
  /** Null once the donor is forgotten. */
  firstName: string | null;
  /** When it came into its state. */
  since: string;
  /** When the money came; null before. */
  paidAt: string | null;
}

/** A parameter of the page of a pending gift: it does not reload by itself. */
export const STILL = "still";
