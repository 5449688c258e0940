import type { GiftDraft } from "../../../../server/gifts/gift.ts";

/** Returns Asha's pledge, with some fields replaced. */
export const giftDraft = (more: Partial<GiftDraft> = {}): GiftDraft => ({
  amountMinor: 5_000_000,
  currency: "TZS",
  frequency: "one-time",
  purpose: "most-needed",
  donor: { firstName: "Asha", lastName: "Mushi", email: "asha@example.org", phone: null },
  mayWrite: false,
  mayName: false,
  language: "en",
  idempotencyKey: "a-random-key",
  ...more,
});
