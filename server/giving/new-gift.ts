import { createHash } from "node:crypto";
import { crockford } from "../submissions/inbox/reference-number.ts";
import type { Gift } from "./gift.schema.ts";

/**
 * The reference of a gift: 80 bits of a hash of its idempotency key, so that a repetition has the same one while
 * one store is unreachable. It is unguessable as long as the key has a random part (`newGift`).
 */
function giftReference(idempotencyKey: string): string {
  const hash = createHash("sha256").update(`gift ${idempotencyKey}`).digest();
  return `G-${crockford(hash, 16).replace(/.{4}(?=.)/g, "$&-")}`;
}

export const GIFT_REFERENCE = /^G(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

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
