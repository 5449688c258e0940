import type { Currency } from "../../shared/forms/donation.ts";

/**
 * `pledged`: promised, by bank transfer or mobile money. `pending`: a payment has begun. `paid`: the money is
 * there. `failed`: the payment was refused. `cancelled`: given up. `refunded`: the money went back.
 */
export const GIFT_STATES = [
  "pledged",
  "pending",
  "paid",
  "failed",
  "cancelled",
  "refunded",
] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Gifts by state and currency, for operators. */
export interface GiftStats {
  counts: Record<GiftState, Record<Currency, number>>;
  /** When the oldest pending gift became pending, milliseconds; null when none is. */
  oldestPendingAt: number | null;
}

const none = (): Record<Currency, number> => ({ USD: 0, TZS: 0 });

export const emptyGiftStats = (): GiftStats => ({
  counts: {
    pledged: none(),
    pending: none(),
    paid: none(),
    failed: none(),
    cancelled: none(),
    refunded: none(),
  },
  oldestPendingAt: null,
});

/** The earlier of two times; null where there is none. */
export const earlier = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b);
