/**
 * The states of a message. `waiting`: for the source. `dead`: given up until staff retry. `kept`: for staff. `held`:
 * suspected spam.
 */
export const INBOX_STATES = ["waiting", "delivered", "dead", "kept", "held"] as const;
export type InboxState = (typeof INBOX_STATES)[number];

/** The state of a gift. `pledged`: by bank transfer or mobile money. `pending`: a payment has begun. `cancelled`: given up. */
export type GiftState = "pledged" | "pending" | "paid" | "failed" | "cancelled" | "refunded";
