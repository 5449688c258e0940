import { z } from "zod";
import { CURRENCY } from "../../../shared/forms/donation.ts";
import { GIFT_STATES, MONTH } from "../../gifts/gift.ts";
import { GiftStore } from "../../gifts/gift-store.ts";
import { giftRecord, giftSummary } from "../../gifts/records.ts";
import { type CommandInput, FORMAT, oneOf, optionalPattern, runCommand } from "./command.ts";

export const GIFTS_USAGE = `npm run gifts -- <command>

  list                      all gifts, newest first, without their donors
  show REFERENCE            one gift in full
  export                    all gifts in full
  forget REFERENCE          delete the donor and all notes; the amount stays for the accounts

  --state pledged|pending|paid|failed|cancelled|refunded   --currency USD|TZS
  --month 2026-01           paid in this month (EAT), or pledged in it and not paid
  --purpose most-needed|PROJECT
  --format json|csv         JSON, unless CSV is asked for

Gifts are marked as received, cancelled or refunded at the desk, under /staff/gifts.
Exit code 0: success. 1: failure, with the reason on standard error. "npm run backup -- DIR" copies all messages and gifts.
`;

const OPTIONS = z.object({
  state: oneOf(GIFT_STATES),
  currency: optionalPattern(CURRENCY, "is a currency such as TZS"),
  month: optionalPattern(MONTH, "is a month such as 2026-01"),
  purpose: z.string().optional(),
  ...FORMAT,
});

export function runGiftsCommand(given: CommandInput): Promise<string> {
  const gifts = new GiftStore(given.store);
  return runCommand(given, {
    usage: GIFTS_USAGE,
    name: "gift",
    options: OPTIONS,
    list: (filter) => gifts.list(filter),
    get: (reference) => gifts.get(reference),
    summaryOf: giftSummary,
    recordOf: giftRecord,
    others: {
      forget: async (reference) =>
        (await gifts.forgetDonor(reference())) ? `Donor deleted from gift ${reference()}\n` : null,
    },
  });
}
