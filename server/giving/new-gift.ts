import type { Gift } from "./gift.schema.ts";
import { giftReference } from "./gift-reference.ts";

/** What a donor chose and typed. */
export type GiftDraft = Pick<
  Gift,
  "amountMinor" | "currency" | "frequency" | "purpose" | "donor" | "mayWrite" | "idempotencyKey"
>;

/** A pledged gift. The key must hold something random: the reference is made of it. */
export function newGift(draft: GiftDraft, nowMs: number, note?: string): Gift {
  const at = new Date(nowMs).toISOString();
  return {
    ...draft,
    reference: giftReference(draft.idempotencyKey),
    state: "pledged",
    history: [{ state: "pledged", at, by: "donor", ...(note === undefined ? {} : { note }) }],
    provider: null,
    createdAt: at,
    nextCheckAt: null,
  };
}
