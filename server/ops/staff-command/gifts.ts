import { z } from "zod";
import { CURRENCIES } from "../../../shared/forms/donation.ts";
import { GIFT_STATES, type GiftEvent, MONTH } from "../../gifts/gift.ts";
import { GiftStore } from "../../gifts/gift-store.ts";
import { giftRecord, giftSummary } from "../../gifts/records.ts";
import { CommandError } from "../program.ts";
import { type CommandInput, FORMAT, oneOf, optionalPattern, runCommand } from "./command.ts";

export const GIFTS_USAGE = `npm run gifts -- <command>

  list                      all gifts, newest first, without their donors
  show REFERENCE            one gift in full
  export                    all gifts in full
  paid REFERENCE            mark a gift as received
  cancel REFERENCE          cancel a pledge
  refund REFERENCE          record a refund
  undo REFERENCE            undo the last paid, cancel or refund
  forget REFERENCE          delete the donor and all notes; the amount stays for the accounts

  --state pledged|pending|paid|failed|cancelled|refunded   --currency USD|TZS
  --month 2026-01           paid in this month (EAT), or pledged in it and not paid
  --purpose most-needed|PROJECT
  --note TEXT               for paid, cancel, refund and undo; write no names, since notes are kept
  --format table|json|csv   a table on a terminal, JSON elsewhere

Exit code 0: success. 1: failure, with the reason on standard error. "npm run backup -- DIR" copies all messages and gifts.
`;

const OPTIONS = z.object({
  state: oneOf(GIFT_STATES),
  currency: oneOf(CURRENCIES),
  month: optionalPattern(MONTH, "is a month such as 2026-01"),
  purpose: z.string().optional(),
  note: z.string().optional(),
  ...FORMAT,
});

export function runGiftsCommand(given: CommandInput): Promise<string> {
  const gifts = new GiftStore(given.store);
  const changeTo =
    (state: GiftEvent["state"]) =>
    async (reference: () => string, { note }: z.infer<typeof OPTIONS>) => {
      const at = new Date().toISOString();
      const applied = await gifts.apply(reference(), { state, by: "staff", at, note });
      if (applied === null) return null;
      if (applied.kind === "refused")
        throw new CommandError(
          `Gift ${reference()} is ${applied.gift.state} and cannot become ${state}`,
        );
      return `Gift ${reference()} is ${applied.kind === "same" ? "already" : "now"} ${state}.\n`;
    };
  return runCommand(given, {
    usage: GIFTS_USAGE,
    name: "gift",
    options: OPTIONS,
    list: (filter) => gifts.list(filter),
    get: (reference) => gifts.get(reference),
    summaryOf: giftSummary,
    recordOf: giftRecord,
    others: {
      paid: changeTo("paid"),
      cancel: changeTo("cancelled"),
      refund: changeTo("refunded"),
      undo: async (reference, { note }) => {
        const applied = await gifts.undo(reference(), { at: new Date().toISOString(), note });
        if (applied === null) return null;
        const { state } = applied.gift;
        if (applied.kind === "refused")
          throw new CommandError(`Gift ${reference()} is ${state}, which cannot be undone`);
        return `Gift ${reference()} is ${state} again.\n`;
      },
      forget: async (reference) =>
        (await gifts.forgetDonor(reference())) ? `Donor deleted from gift ${reference()}\n` : null,
    },
  });
}
