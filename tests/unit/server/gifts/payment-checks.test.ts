import t from "tap";
import {
  applyEvent,
  type Gift,
  judgePayment,
  newGift,
  nextCheckAt,
  type Payment,
} from "../../../../server/gifts/gift.ts";
import type { GiftState } from "../../../../server/store/states.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../../shared/time.ts";
import { giftDraft } from "./gift-draft.ts";

/** Returns a gift that went through these states at time 0. */
function giftIn(...states: GiftState[]): Gift {
  const gift = newGift(giftDraft(), 0);
  const at = new Date(0).toISOString();
  const history = states.map((state) => ({ state, at, by: "job" as const }));
  return { ...gift, history: [...gift.history, ...history], state: states.at(-1) ?? "pledged" };
}

/** Returns the times of the checks on a gift whose state does not change. */
function timesOf(gift: Gift, untilMs: number): number[] {
  const times: number[] = [];
  let next = nextCheckAt(gift, 0, MINUTE_MS);
  while (next !== null && next <= untilMs) {
    times.push(next);
    next = nextCheckAt(gift, next, MINUTE_MS);
  }
  return times;
}

t.test("a pending gift is asked about after 1 minute, doubling to 6 hours", async (t) => {
  const times = timesOf(giftIn("pending"), 3 * DAY_MS);
  t.same(
    times.slice(0, 10).map((ms) => ms / MINUTE_MS),
    [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
  );
  const steps = times.slice(1).map((at, index) => at - (times[index] ?? 0));
  t.equal(Math.max(...steps), 6 * HOUR_MS);
  t.ok(
    times.some((at) => at > 2 * DAY_MS),
    "until there is a final answer",
  );
});

t.test("a failed gift is asked about for 48 hours: a later try may succeed", async (t) => {
  const times = timesOf(giftIn("pending", "failed"), 10 * DAY_MS);
  t.ok(times.some((at) => at > DAY_MS));
  t.ok(times.every((at) => at < 2 * DAY_MS + 6 * HOUR_MS));
});

t.test("a paid gift is asked about for refunds, from a day to 60 days", async (t) => {
  const times = timesOf(giftIn("pending", "paid"), 365 * DAY_MS);
  t.same(
    times.map((ms) => ms / DAY_MS),
    [1, 2, 4, 8, 16, 32, 64],
  );
});

t.test("a gift of another state is not asked about", async (t) => {
  t.equal(nextCheckAt(giftIn("cancelled"), DAY_MS, MINUTE_MS), null);
  t.equal(nextCheckAt(giftIn("paid", "refunded"), DAY_MS, MINUTE_MS), null);
  t.equal(nextCheckAt(giftIn(), 3 * DAY_MS, MINUTE_MS), null);
});

t.test("an answer means the same whatever came before", async (t) => {
  const of = (more: Partial<Payment> = {}): Payment => ({
    transactionId: "7",
    reference: giftIn().reference,
    amountMinor: 5_000_000,
    currency: "TZS",
    status: "paid",
    refundedMinor: 0,
    ...more,
  });
  /** Returns the states that the gift goes through. */
  const states = (gift: Gift, payment: Payment | null, nowMs = 2 * DAY_MS) =>
    judgePayment(gift, payment, nowMs, MINUTE_MS)
      .states.reduce((one, state) => applyEvent(one, { state, by: "job", at: "" }).gift, gift)
      .history.slice(gift.history.length)
      .map(({ state }) => state);
  for (const before of [giftIn(), giftIn("pending"), giftIn("failed"), giftIn("cancelled")]) {
    t.same(states(before, of()), ["paid"], before.state);
    t.same(states(before, of({ status: "pending" })), [], before.state);
    t.same(states(before, of({ status: "refunded" })), ["paid", "refunded"], before.state);
  }
  for (const before of [giftIn("paid"), giftIn("paid", "refunded")]) {
    t.same(states(before, of()), []);
    t.same(states(before, of({ status: "failed" })), []);
    t.same(states(before, null, 3 * DAY_MS), []);
  }
  t.same(states(giftIn("pending"), of({ status: "failed" })), ["failed"]);
  t.same(states(giftIn("pending"), null), []);
  t.same(states(giftIn("pending"), null, 2 * DAY_MS + 1), ["cancelled"], "after 48 hours");
  for (const lie of [{ amountMinor: 5_000 }, { currency: "USD" }, { reference: "G-OTHER" }])
    for (const status of ["paid", "failed", "refunded"] as const)
      t.match(judgePayment(giftIn("pending"), of({ ...lie, status }), 3 * DAY_MS, MINUTE_MS), {
        outcome: "mismatch",
        states: [],
      });
});
