import { createHash } from "node:crypto";
import { z } from "zod";
import { CURRENCIES, FREQUENCIES } from "../../shared/forms/donation.ts";
import { crockford } from "../../shared/forms/form-names.ts";
import { LANGUAGES, type Language, PREFIXES } from "../../shared/languages.ts";

/** `pledged`: by bank transfer or mobile money. `pending`: a payment has begun. `cancelled`: given up. */
export type GiftState = "pledged" | "pending" | "paid" | "failed" | "cancelled" | "refunded";

/** The states that may follow each state. None leads back, and money that came is always recorded. */
export const NEXT_STATES: Readonly<Record<GiftState, readonly GiftState[]>> = {
  pledged: ["pending", "paid", "cancelled"],
  pending: ["paid", "failed", "cancelled"],
  paid: ["refunded"],
  failed: ["pending", "paid"],
  cancelled: ["paid"],
  refunded: [],
};
export const GIFT_STATES = Object.keys(NEXT_STATES) as GiftState[];

/** Unguessable, since it is the address of the gift's page. */
export const GIFT_REFERENCE = /^G(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

const step = z.object({
  state: z.enum(GIFT_STATES),
  at: z.iso.datetime(),
  /** `job`: asked the provider again. */
  by: z.enum(["donor", "provider", "staff", "job"]),
  /** Never shown to visitors. No personal data: it outlives the donor's. */
  note: z.string().optional(),
});

/** A gift (docs/decisions/0055). Times are ISO 8601 in UTC. */
export const giftSchema = z.object({
  /** `G-7K3M-2Q9F-XT4B-0HVW` */
  reference: z.string(),
  /** In hundredths of the currency: ISO 4217 gives USD and TZS two decimals each. */
  amountMinor: z.int().positive(),
  currency: z.enum(CURRENCIES),
  frequency: z.enum(FREQUENCIES),
  /** `most-needed`, or the slug of a project. */
  purpose: z.string(),
  /** Null once the donor is forgotten. */
  donor: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string().nullable(),
    })
    .nullable(),
  /** Consent to be written to about the work. */
  mayWrite: z.boolean(),
  /** Of the page on which it was given, for mails. */
  language: z.enum(LANGUAGES).default("en"),
  state: z.enum(GIFT_STATES),
  /** Oldest first; the last one is the current state. */
  history: z.array(step).min(1),
  provider: z
    .object({
      name: z.string(),
      transactionId: z.string().optional(),
      /** The provider's number of the plan of monthly payments. */
      plan: z.string().optional(),
      pageUrl: z.url().optional(),
    })
    .nullable(),
  /** A hash; the same post has the same. */
  idempotencyKey: z.string(),
  createdAt: z.iso.datetime(),
});
export type Gift = z.infer<typeof giftSchema>;

/** The path of a gift's page, which holds nothing personal. */
export const giftPage = (reference: string, language: Language): string =>
  `${PREFIXES[language]}/donate/thanks/${reference}`;

/** The note of a pledge that may be spam. */
export const SUSPECTED = "suspected spam";

export type GiftDraft = Omit<Gift, "reference" | "state" | "history" | "provider" | "createdAt">;

/** Its reference is 80 bits of its idempotency key: the same post has the same one; unguessable if the key is random. */
export function newGift(draft: GiftDraft, nowMs: number, note?: string): Gift {
  const hash = createHash("sha256").update(`gift ${draft.idempotencyKey}`).digest();
  const at = new Date(nowMs).toISOString();
  return {
    ...draft,
    reference: `G-${crockford(hash, 16)}`,
    state: "pledged",
    history: [{ state: "pledged", at, by: "donor", note }],
    provider: null,
    createdAt: at,
  };
}

export type GiftEvent = Omit<z.infer<typeof step>, "state"> & {
  state: Exclude<GiftState, "pledged">;
  provider?: NonNullable<Gift["provider"]>;
};

/** `same`: the gift is in this state already. `refused`: this state may not follow. */
export interface Applied {
  kind: "changed" | "same" | "refused";
  gift: Gift;
}

/** Unless the kind is `changed`, the gift is the one that was given. */
export function applyEvent(gift: Gift, { provider, ...step }: GiftEvent): Applied {
  const { state, by } = step;
  if (state === gift.state) return { kind: "same", gift };
  // What a donor's browser says proves nothing about money.
  const mayBeSaid = by !== "donor" || state === "pending" || state === "cancelled";
  if (!mayBeSaid || !NEXT_STATES[gift.state].includes(state)) return { kind: "refused", gift };
  const history = [...gift.history, step];
  const known = provider ? { ...gift.provider, ...provider } : gift.provider;
  return { kind: "changed", gift: { ...gift, state, history, provider: known } };
}
