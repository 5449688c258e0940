import type { Language } from "../../../shared/languages.ts";
import type { Gift } from "../gift.schema.ts";
import type { GiftStore } from "../gift-store.ts";
import type { GiftDraft } from "../new-gift.ts";
import { newGift } from "../new-gift.ts";
import type { Begun } from "./begin-payment.ts";
import { paymentKey } from "./payment-key.ts";

export type Given =
  | { kind: "page"; url: string }
  /** Paid by this very post before. */
  | { kind: "paid"; reference: string }
  /** The provider is down. The gift is stored as a promise. */
  | { kind: "down"; reference: string };

interface Deps {
  gifts: Pick<GiftStore, "add">;
  begin: (gift: Gift, language?: Language) => Promise<Begun>;
  /** Makes keys that nobody can guess. */
  secret: string;
  /** The clock, milliseconds. */
  now: () => number;
}

export type OnlineDraft = Omit<GiftDraft, "idempotencyKey">;

interface OnlinePost {
  draft: OnlineDraft;
  clientKey: string;
  /** Of the page the donor comes back to. */
  language?: Language | undefined;
}

/** Of one post, within a day. */
const MAX_ATTEMPTS = 50;

/**
 * Stores a gift and begins its payment. Posted again it is the same gift, with the same page of the provider, until
 * its payment has failed. Rejects when the gift cannot be stored.
 */
export async function giveOnline(
  { gifts, begin, secret, now }: Deps,
  { draft, clientKey, language = "en" }: OnlinePost,
): Promise<Given> {
  const nowMs = now();
  for (let attempt = 0; ; attempt += 1) {
    const idempotencyKey = paymentKey({ secret, fields: draft, clientKey, attempt, nowMs });
    const gift = await gifts.add(newGift({ ...draft, idempotencyKey }, nowMs));
    const { reference } = gift;
    const begun = await begin(gift, language);
    if (begun.kind === "page") return begun;
    if (begun.kind === "down" || attempt >= MAX_ATTEMPTS) return { kind: "down", reference };
    // Begun by this post, or by the same one before. Without a key an equal gift may be another one.
    const isThisPost = gift.state === "pledged" || clientKey !== "";
    if (isThisPost && begun.state === "paid") return { kind: "paid", reference };
  }
}
