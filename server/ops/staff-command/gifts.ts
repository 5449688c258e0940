import { amountOfMinor, CURRENCIES } from "../../../shared/forms/donation.ts";
import { GIFT_STATES, type Gift, type GiftState } from "../../gifts/gift.schema.ts";
import type { GiftEvent } from "../../gifts/gift-states.ts";
import type { GiftFilter, GiftStore } from "../../gifts/gift-store.ts";
import { formatExport, formatRecord, formatRows, type Row } from "./format-rows.ts";
import { CommandError, type Given, oneOf, readCommand } from "./read-command.ts";

const USAGE = `npm run gifts -- <command>

  list                      all gifts, newest first, without their donors
  show REFERENCE            one gift in full
  export                    all gifts in full
  paid REFERENCE            the money has arrived
  cancel REFERENCE          the gift will not come
  refund REFERENCE          the money went back
  forget REFERENCE          erase the donor and all notes, keep the amount for the accounts

  --state pledged|pending|paid|failed|cancelled|refunded   --currency USD|TZS
  --month 2026-01           pledged in this month (UTC)   --purpose most-needed|PROJECT
  --note TEXT               with paid, cancel and refund; no names, it outlives the donor's data
  --format table|json|csv   a table on a terminal, JSON elsewhere

Exit code 1: the command failed. "npm run backup -- FILE" copies all messages and gifts.
`;

/** What staff may say of a gift. */
const EVENTS = {
  paid: "paid",
  cancel: "cancelled",
  refund: "refunded",
} as const satisfies Record<string, GiftEvent["state"]>;

const isEventName = (name: string | undefined): name is keyof typeof EVENTS =>
  name !== undefined && Object.hasOwn(EVENTS, name);

const text = { type: "string" } as const;
const OPTIONS = {
  state: text,
  currency: text,
  month: text,
  purpose: text,
  note: text,
  format: text,
};

const when = ({ history }: Gift, wanted: GiftState) =>
  history.find(({ state }) => state === wanted)?.at ?? "";

/** The columns of a list: nothing of the donor. */
function summaryOf(gift: Gift): Row {
  const { reference, state, amountMinor, currency, frequency, purpose, createdAt } = gift;
  return {
    reference,
    state,
    amount: amountOfMinor(amountMinor),
    currency,
    frequency,
    purpose,
    created: createdAt,
    paid: when(gift, "paid"),
    note: gift.history.at(-1)?.note ?? "",
  };
}

/** All columns; those of the donor are empty once the donor is forgotten. */
function recordOf(gift: Gift): Row {
  const { donor, mayWrite, provider, history } = gift;
  return {
    ...summaryOf(gift),
    refunded: when(gift, "refunded"),
    firstName: donor?.firstName ?? "",
    lastName: donor?.lastName ?? "",
    email: donor?.email ?? "",
    phone: donor?.phone ?? "",
    mayWrite: mayWrite ? "yes" : "no",
    provider: provider?.name ?? "",
    transaction: provider?.transactionId ?? "",
    history: history.map(({ state, at, by }) => `${at} ${state} (${by})`).join("; "),
  };
}

function readMonth(text: string | undefined): string | undefined {
  if (text !== undefined && !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(text))
    throw new CommandError("--month is a month such as 2026-01");
  return text;
}

/**
 * Runs one command and returns its output.
 * @throws CommandError when it fails
 */
export async function runGiftsCommand(
  gifts: GiftStore,
  { now, ...given }: Given & { now: () => number },
): Promise<string> {
  const { command, values, format, reference } = readCommand(given, OPTIONS);
  const filter: GiftFilter = {
    state: oneOf(GIFT_STATES, values.state, "state"),
    currency: oneOf(CURRENCIES, values.currency, "currency"),
    month: readMonth(values.month),
    purpose: values.purpose,
  };
  const unknown = (): never => {
    throw new CommandError(`There is no gift ${reference()}`);
  };

  if (isEventName(command)) {
    const state = EVENTS[command];
    const at = new Date(now()).toISOString();
    const event = { state, by: "staff", at, note: values.note } as const;
    const applied = (await gifts.apply(reference(), event)) ?? unknown();
    if (applied.kind === "refused")
      throw new CommandError(`${reference()} is ${applied.gift.state}: it cannot be ${state}`);
    return `${reference()} is ${applied.kind === "same" ? "already " : ""}${state}.\n`;
  }
  switch (command) {
    case "list":
      return formatRows((await gifts.list(filter)).map(summaryOf), format, "No gifts.");
    case "export":
      return formatExport((await gifts.list(filter)).map(recordOf), format);
    case "show":
      return formatRecord(recordOf((await gifts.get(reference())) ?? unknown()), format);
    case "forget":
      if (await gifts.forgetDonor(reference())) return `The donor of ${reference()} is erased.\n`;
      return unknown();
    default:
      throw new CommandError(USAGE);
  }
}
