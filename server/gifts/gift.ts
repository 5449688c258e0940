import { createHash } from "node:crypto";
import { z } from "zod";
import { CURRENCY, FREQUENCIES } from "../../shared/forms/donation.ts";
import { crockford } from "../../shared/forms/form-names.ts";
import { LANGUAGES, type Language, PREFIXES } from "../../shared/languages.ts";
import { EAST_AFRICA_OFFSET_MS } from "../../shared/time.ts";
import type { GiftState } from "../store/states.ts";

/** The states that may follow each state. Money that came is always recorded; only changes by staff can be undone (`undo`). */
export const NEXT_STATES: Readonly<Record<GiftState, readonly GiftState[]>> = {
  pledged: ["pending", "paid", "cancelled"],
  pending: ["paid", "failed", "cancelled"],
  paid: ["refunded"],
  failed: ["pending", "paid"],
  cancelled: ["paid"],
  refunded: [],
};
export const GIFT_STATES = Object.keys(NEXT_STATES) as GiftState[];

/** A month: `2026-01`, `2026-12`. */
export const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;

/** The reference of a gift, which nobody can guess, since it is the address of the gift's page. */
export const GIFT_REFERENCE = /^G(?:-[0-9A-HJKMNP-TV-Z]{4}){4}$/;

const step = z.object({
  state: z.enum(GIFT_STATES),
  at: z.iso.datetime(),
  /** The author of the step. `job`: a later check with the provider. */
  by: z.enum(["donor", "provider", "staff", "job"]),
  /** A note, never shown to visitors. It is meant to hold no personal data, and `forgetDonor` erases it. */
  note: z.string().optional(),
  /** The amount of a paid gift that was refunded in this step, in hundredths. */
  refundedMinor: z.int().positive().optional(),
  /** Set when the step takes back the step before. */
  isUndo: z.literal(true).optional(),
  /** Set when staff have corrected the entry. The note has the reason, and `changed` the earlier values, without the donor's. */
  isCorrection: z.literal(true).optional(),
  changed: z.string().optional(),
});
type Step = z.infer<typeof step>;

/** The ways in which money comes. `online`: through the payment provider. */
export const METHODS = ["cash", "bank", "mpesa", "airtel", "tigo", "cheque", "online"] as const;
export type Method = (typeof METHODS)[number];

/** The facts about money that came, as staff enter them. */
const receiptFacts = {
  /** The way in which the money came; absent for money that was recorded by an earlier release. */
  method: z.enum(METHODS).optional(),
  /** The day in Tanzania on which the money came; absent when it came on the day of its step in the history. */
  receivedOn: z.iso.date().optional(),
  /** The number of a paper receipt, or of the transaction. */
  receiptNumber: z.string().optional(),
};

/** A gift (docs/decisions/0055). Times are ISO 8601 in UTC. */
export const giftSchema = z.object({
  /** The reference, such as `G-7K3M-2Q9F-XT4B-0HVW`. */
  reference: z.string(),
  /** The amount in hundredths of the currency, whatever its own decimals. */
  amountMinor: z.int().positive(),
  /** The amount that was refunded while the gift stayed paid. */
  refundedMinor: z.int().nonnegative().default(0),
  currency: z.string().regex(CURRENCY),
  frequency: z.enum(FREQUENCIES),
  /** `most-needed`, or the slug of a project. */
  purpose: z.string(),
  /** The donor; null once forgotten. */
  donor: z
    .object({
      firstName: z.string(),
      lastName: z.string(),
      /** The e-mail address; empty for a donor who gave a telephone number alone. */
      email: z.string(),
      phone: z.string().nullable(),
    })
    .nullable(),
  /** The donor's consent to mail about the work. */
  mayWrite: z.boolean(),
  /** The donor's consent to be named in reports. */
  mayName: z.boolean().default(false),
  /** The language of the page on which the gift was made, used for mails. */
  language: z.enum(LANGUAGES).default("en"),
  ...receiptFacts,
  /** The amount that was promised, where another one came. */
  pledgedMinor: z.int().positive().optional(),
  /** False for a gift whose donor gets no mail of thanks, such as one that was thanked by hand. */
  isThanked: z.boolean().default(true),
  /** The monthly gift that this payment belongs to; absent for a gift that stands for itself. */
  partOf: z.string().optional(),
  /** The time when a monthly gift, or the reminders of it, ended. `isDone`: the provider charges no more. */
  stopped: z.object({ at: z.iso.datetime(), isDone: z.boolean() }).optional(),
  /** A payment of another amount or currency, which staff have to decide on. */
  otherPayment: z.object({ amountMinor: z.int().nonnegative(), currency: z.string() }).optional(),
  state: z.enum(GIFT_STATES),
  /** The steps, oldest first. The last step has the current state. */
  history: z.array(step).min(1),
  provider: z
    .object({
      name: z.string(),
      transactionId: z.string().optional(),
      /** The provider's number of the plan of monthly payments. */
      plan: z.string().optional(),
      /** The provider's own reference of a later charge of a plan; absent where it is the gift's. */
      reference: z.string().optional(),
      pageUrl: z.url().optional(),
    })
    .nullable(),
  /** A hash, which is the same for the same post. */
  idempotencyKey: z.string(),
  createdAt: z.iso.datetime(),
});
export type Gift = z.infer<typeof giftSchema>;

/** Returns the path of a gift's page, which holds nothing personal. */
export const giftPage = (reference: string, language: Language): string =>
  `${PREFIXES[language]}/donate/thanks/${reference}`;

/** The note of a pledge that may be spam. */
export const SUSPECTED = "suspected spam";

type Begun = "reference" | "state" | "history" | "provider" | "createdAt" | "refundedMinor";
type Later = "isThanked" | "stopped" | "otherPayment" | "pledgedMinor";
export type GiftDraft = Omit<Gift, Begun | Later>;

/**
 * Creates a pledged gift. The reference is 80 bits from the idempotency key, so that the same post gets the same
 * reference. The reference is unguessable if the key is random.
 */
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
    isThanked: true,
    createdAt: at,
  };
}

interface Received {
  at: string;
  isThanked: boolean;
  note?: string | undefined;
  by?: "staff" | "job";
}

/** Creates a gift whose money has come already, as staff enter it: pledged and received in one step. */
export function receivedGift(
  draft: GiftDraft,
  { at, isThanked, note, by = "staff" }: Received,
): Gift {
  const pledged = newGift(draft, Date.parse(at));
  const history: Gift["history"] = [
    { state: "pledged", at, by },
    { state: "paid", at, by, note },
  ];
  return { ...pledged, isThanked, state: "paid", history };
}

/** Returns the amount that is left after partial refunds; the whole amount for a gift that was refunded in full. */
export const amountLeft = ({ state, amountMinor, refundedMinor }: Gift): number =>
  state === "refunded" ? amountMinor : amountMinor - refundedMinor;

/** Returns the index of the step that brought the gift into its state. */
const lastChange = ({ history }: Gift): number =>
  history.findLastIndex(({ state }, index) => state !== history[index - 1]?.state);

/** Returns when the money came; null while it has not come. */
export function receivedAt({ state, history, receivedOn }: Gift): string | null {
  if (state !== "paid" && state !== "refunded") return null;
  if (receivedOn !== undefined) return dayInTanzania(receivedOn);
  const isReceipt = (step: Step, index: number) =>
    step.state === "paid" && !step.isUndo && history[index - 1]?.state !== "paid";
  return history.findLast(isReceipt)?.at ?? null;
}

/** Returns the noon of a day in Tanzania, which is in the same day and month wherever it is read. */
const dayInTanzania = (day: string): string =>
  new Date(Date.parse(`${day}T12:00:00.000Z`) - EAST_AFRICA_OFFSET_MS).toISOString();

/** Returns the day in Tanzania of a time. */
export const dayOf = (at: string): string =>
  new Date(Date.parse(at) + EAST_AFRICA_OFFSET_MS).toISOString().slice(0, 10);

/** Returns the last part of a receipt's reference, which differs each time the gift is paid. */
export function receiptOf({ history }: Gift): string {
  const receipts = history.filter(
    (step, index) => step.state === "paid" && !step.isUndo && history[index - 1]?.state !== "paid",
  );
  return receipts.length < 2 ? "paid" : `paid-${receipts.length}`;
}

/** Returns the current news about a gift, the last part of the references of its mails; null when there is no news. */
export function newsOf(gift: Gift): string | null {
  const { state, refundedMinor, history } = gift;
  const change = history[lastChange(gift)];
  const before = history[lastChange(gift) - 1]?.state;
  if (change?.isUndo) return before === "paid" ? `${receiptOf(gift)}-undone` : null;
  if (state === "paid") return refundedMinor > 0 ? `refund-${refundedMinor}` : receiptOf(gift);
  return state === "pledged" || state === "refunded" ? state : null;
}

export type GiftEvent = Pick<Step, "at" | "by" | "note"> & {
  state: Exclude<GiftState, "pledged">;
  provider?: NonNullable<Gift["provider"]>;
  /** The facts that staff know about money that came. */
  facts?: GiftFacts | undefined;
};

/** The facts of a gift that staff may enter, and correct later with a reason. */
export type GiftFacts = Partial<
  Pick<
    Gift,
    | "amountMinor"
    | "currency"
    | "purpose"
    | "method"
    | "receivedOn"
    | "receiptNumber"
    | "isThanked"
    | "donor"
    | "mayName"
  >
>;

/**
 * The result of a change. `same`: the gift is in this state already. `refused`: this state may not follow. `stale`:
 * somebody else has changed the gift.
 */
export interface Applied {
  kind: "changed" | "same" | "refused" | "stale";
  gift: Gift;
}

/** Applies an event to a gift. Unless the kind is `changed`, the result has the given gift. */
export function applyEvent(gift: Gift, { provider, facts, ...step }: GiftEvent): Applied {
  const { state, by } = step;
  if (state === gift.state) return { kind: "same", gift };
  // A donor's browser proves nothing about money.
  const mayBeSaid = by !== "donor" || state === "pending" || state === "cancelled";
  if (!mayBeSaid || !NEXT_STATES[gift.state].includes(state)) return { kind: "refused", gift };
  const history = [...gift.history, step];
  const known = provider ? { ...gift.provider, ...provider } : gift.provider;
  const { otherPayment, ...rest } = gift;
  // Once money has come, the payment that did not match has been decided on.
  const kept = state === "paid" ? rest : gift;
  const next = { ...kept, ...facts, state, history, provider: known };
  // The promised amount is kept, in case this was a mistake.
  if (next.amountMinor !== gift.amountMinor) next.pledgedMinor = gift.amountMinor;
  return { kind: "changed", gift: next };
}

/** The facts whose earlier values the history keeps. Those of the donor are personal, and are not repeated. */
const KEPT_FACTS = [
  "amountMinor",
  "currency",
  "purpose",
  "method",
  "receivedOn",
  "receiptNumber",
] as const;

/** Corrects what staff have entered, with a reason. Nothing is corrected silently: the history has the earlier values. */
export function correct(
  gift: Gift,
  { facts, at, note }: { facts: GiftFacts | undefined; at: string; note: string },
): Applied {
  const next = { ...gift, ...facts };
  const isSame = JSON.stringify(next) === JSON.stringify(gift);
  if (isSame) return { kind: "same", gift };
  if (next.amountMinor < gift.refundedMinor) return { kind: "refused", gift };
  const changed = KEPT_FACTS.filter((name) => next[name] !== gift[name])
    .map((name) => `${name} ${gift[name] ?? "-"}`)
    .join(", ");
  const step: Step = { state: gift.state, at, by: "staff", note, isCorrection: true, changed };
  return { kind: "changed", gift: { ...next, history: [...gift.history, step] } };
}

/** Records, once, how much of a paid gift has been refunded in all. */
export function applyRefund(
  gift: Gift,
  refundedMinor: number,
  event: Pick<GiftEvent, "at" | "by">,
): Applied {
  const { state, amountMinor } = gift;
  if (state !== "paid" || refundedMinor >= amountMinor) return { kind: "refused", gift };
  const more = refundedMinor - gift.refundedMinor;
  if (more <= 0) return { kind: "same", gift };
  const { at, by } = event;
  const history = [...gift.history, { state, at, by, refundedMinor: more }];
  return { kind: "changed", gift: { ...gift, refundedMinor, history } };
}

/** Returns the state that staff set last, or null if it cannot be undone, like a payment that the provider confirmed. */
export function undoable(gift: Gift): GiftState | null {
  const index = lastChange(gift);
  const change = gift.history[index];
  const isOurs = change?.by === "staff" && !change.isUndo && index > 0;
  return isOurs && gift.refundedMinor === 0 ? gift.state : null;
}

/** Takes back the last change by staff, so that the gift has its previous state again. */
export function undo(gift: Gift, { at, note }: Pick<GiftEvent, "at" | "note">): Applied {
  const index = lastChange(gift);
  if (gift.history[index]?.isUndo) return { kind: "same", gift };
  const before = gift.history[index - 1]?.state;
  if (undoable(gift) === null || before === undefined) return { kind: "refused", gift };
  const step: Step = { state: before, at, by: "staff", note, isUndo: true };
  const history = [...gift.history, step];
  if (gift.state !== "paid") return { kind: "changed", gift: { ...gift, state: before, history } };
  // The money has not come after all, so nothing is known about how it came.
  const { method, receivedOn, receiptNumber, pledgedMinor, ...rest } = gift;
  const amountMinor = pledgedMinor ?? gift.amountMinor;
  return { kind: "changed", gift: { ...rest, amountMinor, state: before, history } };
}

const STATUSES = ["paid", "failed", "pending", "refunded", "charged-back"] as const;

/** A payment as reported by the provider itself. */
export interface Payment {
  transactionId: string;
  /** The gift's reference, as the provider returns it. */
  reference: string;
  amountMinor: number;
  /** The currency, which may be one that no gift has. */
  currency: string;
  status: (typeof STATUSES)[number];
  /** The amount that was refunded while the payment stayed paid. */
  refundedMinor: number;
  /** A refund in another currency, in words for staff. */
  otherRefund?: string | undefined;
}

/**
 * The outcomes of a check. `none`: the provider knows no payment. `given-up`: the provider knows no payment, and none can
 * follow. `mismatch`: another amount, currency or reference.
 */
export const CHECK_OUTCOMES = [
  ...STATUSES,
  "part-refunded",
  "none",
  "given-up",
  "mismatch",
  "error",
] as const;

/**
 * The status of the response for each outcome of a webhook. `accepted`: the provider will be asked. `other`: not about a
 * payment. `unknown`: no such gift. These last two get 200, because otherwise the provider would send them again.
 */
export const WEBHOOK_STATUSES = {
  accepted: 200,
  other: 200,
  unknown: 200,
  unauthorised: 401,
  malformed: 400,
  "too-large": 413,
  failed: 503,
} as const;

/** A day in first intervals, which are one minute each. */
const DAY = 1_440;
/** A gift that nobody has paid for after this time will not be paid: the hosted page closed a day ago. */
const GIVEN_UP = 2 * DAY;

const unpaid = { first: 1, longest: DAY / 4, end: GIVEN_UP };
/** The first and the longest wait for a check, and the age at which checks end. */
const CHECKS: Partial<Record<GiftState, typeof unpaid>> = {
  pledged: unpaid,
  pending: { ...unpaid, end: Number.POSITIVE_INFINITY },
  failed: unpaid,
  // A paid gift is checked for refunds.
  paid: { first: DAY, longest: 32 * DAY, end: 60 * DAY },
};

/** Returns how long a gift has been paid, or its payment has been in progress, in first intervals. */
function ageOf({ state, history, createdAt }: Gift, nowMs: number, firstMs: number): number {
  const since = state === "paid" ? "paid" : "pending";
  const begin = history.find((step) => step.state === since)?.at ?? createdAt;
  return (nowMs - Date.parse(begin)) / firstMs;
}

/** Returns the time of the next check, or null. The wait is the payment's age, so that the age doubles with each check. */
export function nextCheckAt(gift: Gift, nowMs: number, firstMs: number): number | null {
  const check = CHECKS[gift.state];
  if (check === undefined) return null;
  const age = ageOf(gift, nowMs, firstMs);
  if (age > check.end) return null;
  const wait = Math.min(Math.max(age, check.first), check.longest);
  return Math.ceil(nowMs + wait * firstMs);
}

/** The states that a payment brings its gift into. A state that may not follow changes nothing (`applyEvent`). */
const STATES_OF: Readonly<Record<Payment["status"], readonly GiftEvent["state"][]>> = {
  pending: [],
  failed: ["failed"],
  paid: ["paid"],
  refunded: ["paid", "refunded"],
  // The bank has taken the money back: for donor and office the same as a refund, with a note that says why.
  "charged-back": ["paid", "refunded"],
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
    payment.reference === (gift.provider?.reference ?? gift.reference) &&
    payment.amountMinor === gift.amountMinor &&
    payment.currency === gift.currency;
  if (!isOfGift) return { outcome: "mismatch", states: [] };
  const states = STATES_OF[payment.status];
  const isInPart = payment.status === "paid" && payment.refundedMinor > 0;
  return { outcome: isInPart ? "part-refunded" : payment.status, states };
}
