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

const STATUSES = ["paid", "failed", "pending", "refunded"] as const;

/** A payment as the provider itself says it is. */
export interface Payment {
  transactionId: string;
  /** Of the gift, as the provider returns it. */
  reference: string;
  amountMinor: number;
  /** May be one that no gift has. */
  currency: string;
  status: (typeof STATUSES)[number];
}

/** `none`: it knows no payment. `given-up`: and none can follow. `mismatch`: other amount, currency or reference. */
export const CHECK_OUTCOMES = [...STATUSES, "none", "given-up", "mismatch", "error"] as const;

/** `accepted`: the provider will be asked. `other`: no payment; `unknown`: no such gift: taken, or they would come again. */
export const WEBHOOK_STATUSES = {
  accepted: 200,
  other: 200,
  unknown: 200,
  unauthorised: 401,
  malformed: 400,
  "too-large": 413,
  failed: 503,
} as const;

/** In first intervals, which are of one minute. */
const DAY = 1_440;
/** A gift that nobody has paid for after this time will not be paid: the hosted page closed a day ago. */
const GIVEN_UP = 2 * DAY;

const unpaid = { first: 1, longest: DAY / 4, end: GIVEN_UP };
/** The first and the longest wait for a check, and their end. */
const CHECKS: Partial<Record<GiftState, typeof unpaid>> = {
  pledged: unpaid,
  pending: { ...unpaid, end: Number.POSITIVE_INFINITY },
  failed: unpaid,
  // For refunds.
  paid: { first: DAY, longest: 32 * DAY, end: 60 * DAY },
};

/** How long a gift has been paid, or its payment has been under way, in first intervals. */
function ageOf({ state, history, createdAt }: Gift, nowMs: number, firstMs: number): number {
  const since = state === "paid" ? "paid" : "pending";
  const begin = history.find((step) => step.state === since)?.at ?? createdAt;
  return (nowMs - Date.parse(begin)) / firstMs;
}

/** The interval is the payment's age, so that it doubles. Null when the provider is not asked again. */
export function nextCheckAt(gift: Gift, nowMs: number, firstMs: number): number | null {
  const check = CHECKS[gift.state];
  if (check === undefined) return null;
  const age = ageOf(gift, nowMs, firstMs);
  if (age > check.end) return null;
  const wait = Math.min(Math.max(age, check.first), check.longest);
  return Math.ceil(nowMs + wait * firstMs);
}

/** What a payment makes of its gift; what may not follow its state changes nothing (`applyEvent`). */
const STATES_OF: Readonly<Record<Payment["status"], readonly GiftEvent["state"][]>> = {
  pending: [],
  failed: ["failed"],
  paid: ["paid"],
  refunded: ["paid", "refunded"],
};

export function judgePayment(
  gift: Gift,
  payment: Payment | null,
  nowMs: number,
  firstMs: number,
): { outcome: (typeof CHECK_OUTCOMES)[number]; states: readonly GiftEvent["state"][] } {
  if (payment === null)
    return gift.state === "pending" && ageOf(gift, nowMs, firstMs) > GIVEN_UP
      ? { outcome: "given-up", states: ["cancelled"] }
      : { outcome: "none", states: [] };
  // Another amount, currency or reference is another payment, whatever its status.
  const isOfGift =
    payment.reference === gift.reference &&
    payment.amountMinor === gift.amountMinor &&
    payment.currency === gift.currency;
  if (!isOfGift) return { outcome: "mismatch", states: [] };
  return { outcome: payment.status, states: STATES_OF[payment.status] };
}
