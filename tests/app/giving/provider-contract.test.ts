import t, { type Test } from "tap";
import { Flutterwave } from "../../../server/gifts/flutterwave.ts";
import { type Gift, newGift } from "../../../server/gifts/gift.ts";
import type { PaymentProvider } from "../../../server/gifts/payment-provider.ts";
import { SECRET_KEY, startFakeFlutterwave, WEBHOOK_HASH } from "../../fakes/flutterwave.ts";
import { giftDraft } from "../../unit/server/gifts/gift-draft.ts";

/** A provider over its fake, with what a donor, the provider and a webhook do. */
interface Tried {
  provider: PaymentProvider;
  fake: Awaited<ReturnType<typeof startFakeFlutterwave>>;
  genuine: Record<string, string>;
}

/** The providers, by their names. One more provider is one more line. */
const PROVIDERS: Record<string, (t: Test) => Promise<Tried>> = {
  flutterwave: async (t) => {
    const fake = await startFakeFlutterwave();
    const keys = { secretKey: SECRET_KEY, webhookHash: WEBHOOK_HASH, baseUrl: fake.url };
    const provider = new Flutterwave(keys);
    t.teardown(async () => {
      await provider.http.close();
      await fake.close();
    });
    return { provider, fake, genuine: { "verif-hash": WEBHOOK_HASH } };
  },
};

const PLACE = {
  returnUrl: "https://www.example.org/donate/thanks/G",
  siteName: "Jua Jipya",
  contactEmail: "info@example.org",
};

const begunGift = async ({ provider }: Tried, more = {}): Promise<Gift> => {
  const gift = newGift(giftDraft(more), Date.now());
  return { ...gift, state: "pending", provider: await provider.begin(gift, PLACE) };
};

for (const [name, open] of Object.entries(PROVIDERS)) {
  t.test(
    `${name}: a payment leads to the provider's own page, with the exact amount`,
    async (t) => {
      const tried = await open(t);
      const gift = await begunGift(tried, { currency: "USD", amountMinor: 1_250 });
      const { pageUrl = "" } = gift.provider ?? {};
      t.ok(tried.provider.pageOrigins.includes(new URL(pageUrl).origin));
      t.match(tried.fake.payments, [{ tx_ref: gift.reference, amount: 12.5, currency: "USD" }]);
      tried.fake.linkOrigin = "https://evil.example";
      await t.rejects(begunGift(tried, { idempotencyKey: "another" }));
    },
  );

  t.test(
    `${name}: a payment is what the provider knows, and no answer is no payment`,
    async (t) => {
      const tried = await open(t);
      const { provider, fake } = tried;
      const gift = await begunGift(tried);
      t.equal(await provider.verify(gift), null, "nobody has paid");
      fake.mode = "error";
      await t.rejects(provider.verify(gift), "no answer is not the same as no payment");
      fake.mode = "well";
      fake.pay(gift.reference, { status: "failed" });
      t.match(await provider.verify(gift), { status: "failed" });
      const paid = fake.pay(gift.reference);
      const facts = { reference: gift.reference, amountMinor: gift.amountMinor, currency: "TZS" };
      t.match(await provider.verify(gift), { status: "paid", ...facts });
      fake.pay(gift.reference, { status: "a-new-status" });
      t.match(
        await provider.verify(gift),
        { status: "pending" },
        "an unknown status proves nothing",
      );
      fake.refund(paid);
      const known = { ...gift, state: "paid" as const };
      t.match(await provider.verify(known, String(paid.id)), { status: "refunded" });
    },
  );

  t.test(`${name}: a plan is charged until it is stopped, each charge by its own id`, async (t) => {
    const tried = await open(t);
    const { provider, fake } = tried;
    const gift = await begunGift(tried, { frequency: "monthly" });
    const plan = gift.provider?.plan ?? "";
    t.not(plan, "");
    t.same(await provider.charges(gift), []);
    const charge = { amount: 50_000, currency: "TZS", payment_plan: plan };
    const [first, second] = [fake.pay("rave-1", charge), fake.pay("rave-2", charge)];
    fake.pay("rave-3", { ...charge, payment_plan: "999" });
    t.same(
      (await provider.charges(gift)).map(({ transactionId }) => transactionId),
      [String(first.id), String(second.id)],
      "those of other plans are no charges of this one",
    );
    await provider.stop(plan);
    await provider.stop(plan);
    fake.mode = "error";
    await t.rejects(provider.stop(plan));
  });

  t.test(`${name}: a webhook names a payment, and nothing of it is believed`, async (t) => {
    const { provider, genuine } = await open(t);
    t.equal(provider.isGenuine(genuine), true);
    t.equal(provider.isGenuine({}), false);
    for (const body of [null, [], {}, "x", { data: 7 }])
      t.equal(provider.readWebhook(body), "malformed", JSON.stringify(body));
    t.match(provider.readWebhook({ event: "x", data: { id: 7, tx_ref: "G-1" } }), {
      reference: "G-1",
      transactionId: "7",
    });
  });

  t.test(`${name}: the keys are checked, and no error has anything of the donor`, async (t) => {
    const tried = await open(t);
    await tried.provider.check();
    tried.fake.mode = "html";
    for (const call of [() => tried.provider.check(), () => begunGift(tried)]) {
      const error = await call().catch((caught: unknown) => caught);
      t.notMatch(JSON.stringify(error) + String(error), /asha|mushi|FLWSECK/i);
    }
  });
}
