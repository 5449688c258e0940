import { createHash } from "node:crypto";
import { z } from "zod";
import { CURRENCIES, FREQUENCIES } from "../../shared/forms/donation.ts";
import { crockford } from "../../shared/forms/form-names.ts";
import { LANGUAGES, type Language, PREFIXES } from "../../shared/languages.ts";

/** `pledged`: by bank transfer or mobile money. `pending`: a payment has begun. `cancelled`: given up. */
export type GiftState = "pledged" | "pending" | "paid" | "failed" | "cancelled" | "refunded";

/** The states that may follow each state. Money that came is always recorded; only staff take back what they said (`undo`). */
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
  /** How much of a paid gift went back in this step, in hundredths. */
  refundedMinor: z.int().positive().optional(),
  /** Whether the step takes back the one before. */
  isUndo: z.literal(true).optional(),
});
type Step = z.infer<typeof step>;

/** A gift (docs/decisions/0055). Times are ISO 8601 in UTC. */
export const giftSchema = z.object({
  /** `G-7K3M-2Q9F-XT4B-0HVW` */
  reference: z.string(),
  /** In hundredths of the currency: ISO 4217 gives USD and TZS two decimals each. */
  amountMinor: z.int().positive(),
  /** How much of it went back while the gift stayed paid. */
  refundedMinor: z.int().nonnegative().default(0),
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

type Begun = "reference" | "state" | "history" | "provider" | "createdAt" | "refundedMinor";
export type GiftDraft = Omit<Gift, Begun>;

/** Its reference is 80 bits of its idempotency key: the same post has the same one; unguessable if the key is random. */
export function newGift(draft: GiftDraft, nowMs: number, note?: string): Gift {
  const hash = createHash("sha256").update(`gift ${draft.idempotencyKey}`).digest();
  const at = new Date(nowMs).toISOString();
  return {
    ...draft,
    reference: `G-${crockford(hash, 16)}`,
    state: "pledged",
    history: [{ state: "pledged", at, by: "donor", note }],
    refundedMinor: 0,
    provider: null,
    createdAt: at,
  };
}

/** The amount that is left after refunds in part; of a gift that went back whole, the whole amount. */
export const amountLeft = ({ state, amountMinor, refundedMinor }: Gift): number =>
  state === "refunded" ? amountMinor : amountMinor - refundedMinor;

/** The index of the step that brought the gift into its state. */
const lastChange = ({ history }: Gift): number =>
  history.findLastIndex(({ state }, index) => state !== history[index - 1]?.state);

/** When the money came; null while it has not. */
export function receivedAt({ state, history }: Gift): string | null {
  if (state !== "paid" && state !== "refunded") return null;
  const isReceipt = (step: Step, index: number) =>
    step.state === "paid" && !step.isUndo && history[index - 1]?.state !== "paid";
  return history.findLast(isReceipt)?.at ?? null;
}

/** The last part of the reference of a gift's receipt: each time that it is paid has its own. */
export function receiptOf({ history }: Gift): string {
  const receipts = history.filter(
    (step, index) => step.state === "paid" && !step.isUndo && history[index - 1]?.state !== "paid",
  );
  return receipts.length < 2 ? "paid" : `paid-${receipts.length}`;
}

/** What there is to tell about a gift now, as the last part of the references of its mails; null when there is nothing. */
export function newsOf(gift: Gift): string | null {
  const { state, refundedMinor, history } = gift;
  const change = history[lastChange(gift)];
  const before = history[lastChange(gift) - 1]?.state;
  if (change?.isUndo) return before === "paid" ? `${receiptOf(gift)}-undone` : null;
  if (state === "paid") return refundedMinor > 0 ? `refund-${refundedMinor}` : receiptOf(gift);
  return state === "pledged" || state === "refunded" ? state : null;
}

export type GiftEvent = Omit<Step, "state" | "refundedMinor" | "isUndo"> & {
  state: Exclude<GiftState, "pledged">;
  provider?: NonNullable<Gift["provider"]>;
};

/** `same`: the gift is in this state already. `refused`: this state may not follow. `stale`: others have changed it. */
export interface Applied {
  kind: "changed" | "same" | "refused" | "stale";
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

/** Records that so much of a paid gift has gone back in all, once. */
export function applyRefund(
  gift: Gift,
  refundedMinor: number,
  event: Omit<GiftEvent, "state">,
): Applied {
  const { state, amountMinor } = gift;
  if (state !== "paid" || refundedMinor >= amountMinor) return { kind: "refused", gift };
  const more = refundedMinor - gift.refundedMinor;
  if (more <= 0) return { kind: "same", gift };
  const { at, by } = event;
  const history = [...gift.history, { state, at, by, refundedMinor: more }];
  return { kind: "changed", gift: { ...gift, refundedMinor, history } };
}

/** What staff said of a gift last, if that can be taken back; null else. A payment that the provider confirmed cannot. */
export function undoable(gift: Gift): GiftState | null {
  const index = lastChange(gift);
  const change = gift.history[index];
  const isOurs = change?.by === "staff" && !change.isUndo && index > 0;
  return isOurs && gift.refundedMinor === 0 ? gift.state : null;
}

/** Takes back what staff said last: the gift is again what it was before. */
export function undo(gift: Gift, { at, note }: Pick<GiftEvent, "at" | "note">): Applied {
  const index = lastChange(gift);
  if (gift.history[index]?.isUndo) return { kind: "same", gift };
  const before = gift.history[index - 1]?.state;
  if (undoable(gift) === null || before === undefined) return { kind: "refused", gift };
  const step: Step = { state: before, at, by: "staff", note, isUndo: true };
  return { kind: "changed", gift: { ...gift, state: before, history: [...gift.history, step] } };
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
  /** How much of a payment that stays paid has gone back. */
  refundedMinor: number;
  /** A refund in another currency, in words for staff. */
  otherRefund?: string | undefined;
}

/** `none`: it knows no payment. `given-up`: and none can follow. `mismatch`: other amount, currency or reference. */
export const CHECK_OUTCOMES = [
  ...STATUSES,
  "part-refunded",
  "none",
  "given-up",
  "mismatch",
  "error",
] as const;

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
  const states = STATES_OF[payment.status];
  const isInPart = payment.status === "paid" && payment.refundedMinor > 0;
  return { outcome: isInPart ? "part-refunded" : payment.status, states };
}
