import { z } from "zod";
import { amountOfMinor, CURRENCIES } from "../../../shared/forms/donation.ts";
import {
  amountLeft,
  GIFT_STATES,
  type Gift,
  type GiftEvent,
  receivedAt,
} from "../../gifts/gift.ts";
import { GiftStore } from "../../gifts/gift-store.ts";
import { CommandError } from "../program.ts";
import { FORMAT, type Given, matching, oneOf, type Row, runCommand } from "./command.ts";

export const GIFTS_USAGE = `npm run gifts -- <command>

  list                      all gifts, newest first, without their donors
  show REFERENCE            one gift in full
  export                    all gifts in full
  paid REFERENCE            mark as received
  cancel REFERENCE          cancel the pledge
  refund REFERENCE          record a refund
  undo REFERENCE            undo the last paid, cancel or refund by staff
  forget REFERENCE          delete the donor's details and all notes; the amount stays for the accounts

  --state pledged|pending|paid|failed|cancelled|refunded   --currency USD|TZS
  --month 2026-01           paid in this month (EAT), or pledged in it and not paid
  --purpose most-needed|PROJECT
  --note TEXT               with paid, cancel, refund and undo; no names: it stays when the donor's details are deleted
  --format table|json|csv   a table on a terminal, JSON elsewhere

Exit code 0: done. 1: not done, and a line says why. "npm run backup -- DIR" copies all messages and gifts.
`;

const OPTIONS = z.object({
  state: oneOf(GIFT_STATES),
  currency: oneOf(CURRENCIES),
  month: matching(/^\d{4}-(?:0[1-9]|1[0-2])$/, "is a month such as 2026-01"),
  purpose: z.string().optional(),
  note: z.string().optional(),
  ...FORMAT,
});

/** Returns the columns of a list, which hold nothing about the donor. */
function summaryOf(gift: Gift): Row {
  const { reference, state, currency, frequency, purpose, createdAt } = gift;
  return {
    reference,
    state,
    amount: amountOfMinor(amountLeft(gift)),
    currency,
    frequency,
    purpose,
    created: createdAt,
    paid: receivedAt(gift) ?? "",
    note: gift.history.at(-1)?.note ?? "",
  };
}

/** Returns all columns. The donor's columns are empty once the donor is forgotten. */
export function recordOf(gift: Gift): Row {
  const { donor, mayWrite, provider, history, state, amountMinor, refundedMinor } = gift;
  const isRefunded = state === "refunded";
  const lastRefund = history.findLast((step) =>
    isRefunded ? step.state === "refunded" : step.refundedMinor !== undefined,
  );
  return {
    ...summaryOf(gift),
    refunded: lastRefund?.at ?? "",
    given: amountOfMinor(amountMinor),
    paidBack: amountOfMinor(isRefunded ? amountMinor : refundedMinor),
    firstName: donor?.firstName ?? "",
    lastName: donor?.lastName ?? "",
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    mayWrite: mayWrite ? "yes" : "no",
    provider: provider?.name ?? "",
    transaction: provider?.transactionId ?? "",
    history: history
      .map((step) => `${step.at} ${describeStep(step, gift)} (${step.by})`)
      .join("; "),
  };
}

function describeStep(step: Gift["history"][number], { currency }: Gift): string {
  if (step.isUndo) return `undone: ${step.state}`;
  if (step.refundedMinor === undefined) return step.state;
  return `${currency} ${amountOfMinor(step.refundedMinor)} refunded`;
}

export function runGiftsCommand(given: Given): Promise<string> {
  const gifts = new GiftStore(given.store);
  const become =
    (state: GiftEvent["state"]) =>
    async (reference: () => string, { note }: z.infer<typeof OPTIONS>) => {
      const at = new Date().toISOString();
      const applied = await gifts.apply(reference(), { state, by: "staff", at, note });
      if (applied === null) return null;
      if (applied.kind === "refused")
        throw new CommandError(`${reference()} is ${applied.gift.state}: it cannot be ${state}`);
      return `${reference()} is ${applied.kind === "same" ? "already " : ""}${state}.\n`;
    };
  return runCommand(given, {
    usage: GIFTS_USAGE,
    name: "gift",
    options: OPTIONS,
    list: (filter) => gifts.list(filter),
    get: (reference) => gifts.get(reference),
    summaryOf,
    recordOf,
    others: {
      paid: become("paid"),
      cancel: become("cancelled"),
      refund: become("refunded"),
      undo: async (reference, { note }) => {
        const applied = await gifts.undo(reference(), { at: new Date().toISOString(), note });
        if (applied === null) return null;
        const { state } = applied.gift;
        if (applied.kind === "refused")
          throw new CommandError(`${reference()} is ${state}, and staff cannot undo that`);
        return `${reference()} is ${state} again.\n`;
      },
      forget: async (reference) =>
        (await gifts.forgetDonor(reference())) ? `Donor’s details deleted: ${reference()}\n` : null,
    },
  });
}
