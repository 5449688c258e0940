import type { Gift, GiftActor } from "../gift.schema.ts";
import type { GiftStore } from "../gift-store.ts";
import { isGivenUp, nextCheckAt } from "./check-times.ts";
import { judgePayment } from "./judge-payment.ts";
import type { CheckOutcome } from "./payment-outcomes.ts";
import type { Payment, PaymentProvider } from "./payment-provider.ts";

export interface CheckDeps {
  gifts: Pick<GiftStore, "get" | "apply" | "claimDue" | "reschedule">;
  provider: PaymentProvider;
  /** The first interval between two checks of a gift, milliseconds. */
  firstMs: number;
  /** The clock, milliseconds. */
  now: () => number;
  /** Called at the end of each check; the error is null unless the outcome is `error`. */
  onChecked: (outcome: CheckOutcome, gift: Gift, error: unknown) => void;
}

const isoTime = (ms: number) => new Date(ms).toISOString();

/** Applies what the payment means for the gift; resolves with the gift as it is then. */
async function applyPayment(
  { gifts, provider, firstMs, now, onChecked }: CheckDeps,
  { gift, by, payment }: { gift: Gift; by: GiftActor; payment: Payment | null },
): Promise<Gift> {
  const nowMs = now();
  const at = isoTime(nowMs);
  const { outcome, states } = judgePayment(gift, payment, isGivenUp(gift, nowMs, firstMs));
  let current = gift;
  for (const state of states) {
    const next = nextCheckAt({ ...gift, state }, nowMs, firstMs);
    const applied = await gifts.apply(gift.reference, {
      ...{ state, by, at },
      provider: { name: provider.name, ...(payment && { transactionId: payment.transactionId }) },
      nextCheckAt: next === null ? undefined : isoTime(next),
    });
    current = applied?.gift ?? current;
  }
  onChecked(outcome, current, null);
  return current;
}

/**
 * Asks the provider about a gift, and applies what it answers. `transactionId`: of a webhook, where it is known.
 * Rejects when the store does; an error of the provider is reported, and changes nothing.
 */
export async function checkGift(
  deps: CheckDeps,
  { gift, by, transactionId }: { gift: Gift; by: GiftActor; transactionId?: string | undefined },
): Promise<Gift> {
  const query = {
    reference: gift.reference,
    transactionId: transactionId ?? gift.provider?.transactionId,
    isPaid: gift.state === "paid",
  };
  let payment: Payment | null;
  try {
    payment = await deps.provider.verify(query);
  } catch (error) {
    deps.onChecked("error", gift, error);
    return gift;
  }
  return applyPayment(deps, { gift, by, payment });
}
