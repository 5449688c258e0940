/**
 * `accepted`: the provider will be asked. `other`: not about a payment. `unknown`: no such gift. `unauthorised`:
 * without the secret. `malformed`: another shape. `too-large`. `failed`: it could not be stored.
 */
export const WEBHOOK_OUTCOMES = [
  "accepted",
  "other",
  "unknown",
  "unauthorised",
  "malformed",
  "too-large",
  "failed",
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

/**
 * What the provider answered about a gift. `none`: it knows no payment. `given-up`: and none can follow. `mismatch`:
 * another amount, currency or reference. `error`: no usable answer.
 */
export const CHECK_OUTCOMES = [
  "paid",
  "failed",
  "pending",
  "refunded",
  "none",
  "given-up",
  "mismatch",
  "error",
] as const;
export type CheckOutcome = (typeof CHECK_OUTCOMES)[number];
