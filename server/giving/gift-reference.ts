import { createHash } from "node:crypto";
import { crockford } from "../submissions/inbox/reference-number.ts";

/**
 * The reference of a gift: 80 bits of a hash of its idempotency key, so that a repetition has the same one while
 * one store is unreachable. It is unguessable as long as the key has a random part (`newGift`).
 */
export function giftReference(idempotencyKey: string): string {
  const hash = createHash("sha256").update(`gift ${idempotencyKey}`).digest();
  return `G-${crockford(hash, 16).replace(/.{4}(?=.)/g, "$&-")}`;
}

export const GIFT_REFERENCE = /^G(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;
