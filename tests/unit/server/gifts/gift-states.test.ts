import t from "tap";
import {
  applyEvent,
  GIFT_REFERENCE,
  GIFT_STATES,
  type GiftEvent,
  giftSchema,
  NEXT_STATES,
  newGift,
} from "../../../../server/gifts/gift.ts";
import { fc } from "../../../setup/fast-check.ts";
import { giftDraft } from "./gift-draft.ts";

const AT = "2026-11-22T12:00:00.000Z";
const pledged = newGift(giftDraft(), Date.parse("2026-11-22T11:00:00.000Z"));
const event = (state: GiftEvent["state"], more: Partial<GiftEvent> = {}): GiftEvent => ({
  state,
  by: "provider",
  at: AT,
  ...more,
});

const events = fc.record({
  state: fc.constantFrom(...GIFT_STATES.filter((state) => state !== "pledged")),
  by: fc.constantFrom("donor", "provider", "staff", "job"),
  at: fc.constant(AT),
});
const through = (list: readonly GiftEvent[]) =>
  list.reduce((gift, one) => applyEvent(gift, one).gift, pledged);

t.test("a new gift is pledged, and its reference depends on the key alone", async (t) => {
  t.same(giftSchema.parse(pledged), pledged);
  t.match(pledged.reference, GIFT_REFERENCE);
  t.equal(newGift(giftDraft({ amountMinor: 1 }), 0).reference, pledged.reference);
  t.not(newGift(giftDraft({ idempotencyKey: "another" }), 0).reference, pledged.reference);
});

t.test("whatever happens in whatever order", async (t) => {
  t.test("each state follows from the one before, and the last one is the state", async () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (list) => {
        const gift = through(list);
        const states = gift.history.map(({ state }) => state);
        const isWay = states
          .slice(1)
          .every((state, index) =>
            (NEXT_STATES[states[index] ?? "pledged"] as readonly string[]).includes(state),
          );
        return isWay && states[0] === "pledged" && states.at(-1) === gift.state;
      }),
    );
  });

  t.test("an event twice is the event once", async () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 20 }), events, (list, last) => {
        const once = applyEvent(through(list), last);
        const twice = applyEvent(once.gift, last);
        return twice.kind !== "changed" && twice.gift === once.gift;
      }),
    );
  });

  t.test("a paid gift stays paid or becomes refunded", async () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 20 }), (list) => {
        const paid = applyEvent(pledged, event("paid")).gift;
        const after = list.reduce((gift, one) => applyEvent(gift, one).gift, paid);
        return after.state === "paid" || after.state === "refunded";
      }),
    );
  });

  t.test("no donor makes a gift paid, failed or refunded", async () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 30 }), (list) =>
        through(list).history.every(
          ({ state, by }) => by !== "donor" || ["pledged", "pending", "cancelled"].includes(state),
        ),
      ),
    );
  });

  t.test("money that came is recorded, however late", async () => {
    fc.assert(
      fc.property(fc.array(events, { maxLength: 20 }), (list) => {
        const { state } = through(list);
        const { gift } = applyEvent(through(list), event("paid"));
        return gift.state === (state === "refunded" ? "refunded" : "paid");
      }),
    );
  });
});

t.test("an event says whether it changed the gift", async (t) => {
  const pending = applyEvent(pledged, event("pending"));
  t.equal(pending.kind, "changed");
  t.equal(applyEvent(pending.gift, event("pending")).kind, "same");
  t.equal(applyEvent(pledged, event("refunded")).kind, "refused");
  t.equal(applyEvent(pending.gift, event("paid", { by: "donor" })).kind, "refused");
});

t.test("the data from the provider are merged", async (t) => {
  const provider = { name: "flutterwave", plan: "12" };
  const { gift } = applyEvent(pledged, event("pending", { provider }));
  t.match(gift, { provider });
  const paid = applyEvent(
    gift,
    event("paid", { provider: { name: "flutterwave", transactionId: "9" } }),
  );
  t.same(paid.gift.provider, { name: "flutterwave", plan: "12", transactionId: "9" });
});
