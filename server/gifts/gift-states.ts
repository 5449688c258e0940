import { createHash } from "node:crypto";
import { crockford } from "../forms/idempotency/message-key.ts";
import type { Gift, GiftActor, GiftProvider, GiftState } from "./gift.schema.ts";

export const GIFT_REFERENCE = /^G(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

/** The note of a pledge that may be spam. */
export const SUSPECTED = "suspected spam";

/** What a donor chose and typed. */
export type GiftDraft = Pick<
  Gift,
  | "amountMinor"
  | "currency"
  | "frequency"
  | "purpose"
  | "donor"
  | "mayWrite"
  | "language"
  | "idempotencyKey"
>;

/**
 * A pledged gift. Its reference is 80 bits of a hash of its idempotency key: the same post has the same one. It is
 * unguessable as long as the key has a random part.
 */
export function newGift(draft: GiftDraft, nowMs: number, note?: string): Gift {
  const hash = createHash("sha256").update(`gift ${draft.idempotencyKey}`).digest();
  const at = new Date(nowMs).toISOString();
  return {
    ...draft,
    reference: `G-${crockford(hash, 16).replace(/.{4}(?=.)/g, "$&-")}`,
    state: "pledged",
    history: [{ state: "pledged", at, by: "donor", ...(note === undefined ? {} : { note }) }],
    provider: null,
    createdAt: at,
    nextCheckAt: null,
  };
}

/** What happened to a gift. */
export interface GiftEvent {
  state: Exclude<GiftState, "pledged">;
  by: GiftActor;
  /** ISO 8601. */
  at: string;
  /** No personal data: it outlives the donor's. */
  note?: string | undefined;
  /** Added to what is known. */
  provider?: GiftProvider | undefined;
  /** When the provider is asked next, ISO 8601; not at all unless given. */
  nextCheckAt?: string | undefined;
}

/** The states that may follow each state. None leads back, and money that came is always recorded. */
export const NEXT_STATES = {
  pledged: ["pending", "paid", "cancelled"],
  pending: ["paid", "failed", "cancelled"],
  failed: ["pending", "paid"],
  cancelled: ["paid"],
  paid: ["refunded"],
  refunded: [],
} as const satisfies Record<GiftState, readonly GiftState[]>;

/** What a donor's browser says proves nothing about money. */
const OF_DONORS: readonly GiftState[] = ["pending", "cancelled"];

export type Applied =
  | { kind: "changed"; gift: Gift }
  /** It is in this state already. */
  | { kind: "same"; gift: Gift }
  /** This state may not follow its state. */
  | { kind: "refused"; gift: Gift };

/** Applies an event; unless the kind is `changed`, the gift is the one that was given. */
export function applyEvent(gift: Gift, event: GiftEvent): Applied {
  const { state, by, at, note, provider, nextCheckAt } = event;
  if (state === gift.state) return { kind: "same", gift };
  const next: readonly GiftState[] = NEXT_STATES[gift.state];
  const isAllowed = next.includes(state) && (by !== "donor" || OF_DONORS.includes(state));
  if (!isAllowed) return { kind: "refused", gift };
  const step = { state, at, by, ...(note === undefined ? {} : { note }) };
  return {
    kind: "changed",
    gift: {
      ...gift,
      state,
      history: [...gift.history, step],
      provider: provider === undefined ? gift.provider : { ...gift.provider, ...provider },
      nextCheckAt: nextCheckAt ?? null,
    },
  };
}
