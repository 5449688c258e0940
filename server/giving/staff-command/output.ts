import { amountOfMinor } from "../../../shared/forms/donation.ts";
import type { Row } from "../../staff-command/format-rows.ts";
import type { Gift } from "../gift.schema.ts";
import type { GiftState } from "../gift-stats.ts";

const when = ({ history }: Gift, wanted: GiftState) =>
  history.find(({ state }) => state === wanted)?.at ?? "";

/** The columns of a list: nothing of the donor. */
export function summaryOf(gift: Gift): Row {
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
export function recordOf(gift: Gift): Row {
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
