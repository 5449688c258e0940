import type { Gift, GiftActor, GiftProvider } from "./gift.schema.ts";
import type { GiftState } from "./gift-stats.ts";

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
