import t, { type Test } from "tap";
import type { Gift } from "../../../../server/giving/gift.schema.ts";
import { newGift } from "../../../../server/giving/new-gift.ts";
import { connectFlutterwave } from "../../../../server/giving/payments/flutterwave/connect-flutterwave.ts";
import { createLatencyTracker } from "../../../../server/upstream/http/latency-tracker.ts";
import {
  type FlutterwaveMode,
  SECRET_KEY,
  startFakeFlutterwave,
  WEBHOOK_HASH,
} from "../../../fakes/flutterwave.ts";
import { giftDraft } from "./gift-draft.ts";

const RETURN_URL = "https://www.example.org/donate/thanks/G-1";

async function scene(t: Test, secretKey = SECRET_KEY) {
  const fake = await startFakeFlutterwave();
  const { provider, breaker } = connectFlutterwave({
    secretKey,
    webhookHash: WEBHOOK_HASH,
    baseUrl: fake.url,
    siteName: "A foundation",
    now: Date.now,
    observers: { onCall: () => {}, beginSpan: null, latency: createLatencyTracker() },
    onBreakerChange: () => {},
    limits: { headersTimeoutMs: 150, totalTimeoutMs: 300, retryDelayMs: 1 },
  });
  t.teardown(async () => {
    await provider.close();
    await fake.close();
  });
  const gift = (given: Partial<Gift> = {}): Gift => ({
    ...newGift(giftDraft({ amountMinor: 5_000_000, currency: "TZS" }), 0),
    ...given,
  });
  return { fake, provider, breaker, gift };
}

t.test("a gift is begun as the documentation of Flutterwave Standard has it", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const { reference, donor } = gift();
  const page = await provider.begin(gift(), RETURN_URL);
  t.same(page, { url: `${fake.origin}/v3/hosted/pay/${reference}` });
  t.match(fake.calls, [{ method: "POST", path: "/v3/payments" }]);
  t.match(fake.payments, [
    {
      tx_ref: reference,
      amount: 50_000,
      currency: "TZS",
      redirect_url: RETURN_URL,
      payment_options: "card, mobilemoneytanzania",
      session_duration: 1_440,
      customer: { email: donor?.email, name: `${donor?.firstName} ${donor?.lastName}` },
    },
  ]);
  t.notOk(fake.payments[0]?.payment_plan);
});

t.test("cents are sent as decimals, and dollars are paid by card", async (t) => {
  const { fake, provider, gift } = await scene(t);
  await provider.begin(gift({ amountMinor: 1_234, currency: "USD" }), RETURN_URL);
  t.match(fake.payments, [{ amount: 12.34, currency: "USD", payment_options: "card" }]);
});

t.test("a monthly gift has a plan of its amount, and is paid by card", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const page = await provider.begin(gift({ frequency: "monthly" }), RETURN_URL);
  const [plan] = fake.plans;
  t.match(plan, { amount: 50_000, currency: "TZS", interval: "monthly" });
  t.equal(page.plan, String(plan?.id));
  t.match(fake.payments, [{ payment_plan: String(plan?.id), payment_options: "card" }]);
});

t.test("a link to another site is refused", async (t) => {
  const { fake, provider, gift } = await scene(t);
  fake.linkOrigin = "https://evil.example";
  await t.rejects(provider.begin(gift(), RETURN_URL), { name: "UpstreamError", kind: "shape" });
});

t.test("a payment is verified by its number and by its reference", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const { reference } = gift();
  t.equal(await provider.verify({ reference }), null);
  t.equal(await provider.verify({ reference, transactionId: "7" }), null);
  await provider.begin(gift(), RETURN_URL);
  const { id } = fake.pay(reference);
  const paid = {
    transactionId: String(id),
    reference,
    amountMinor: 5_000_000,
    currency: "TZS",
    status: "paid",
  };
  t.same(await provider.verify({ reference }), paid);
  fake.calls.length = 0;
  t.same(await provider.verify({ reference, transactionId: String(id) }), paid);
  t.match(fake.calls, [{ path: `/v3/transactions/${id}/verify` }]);
});

t.test("a number that leads to another gift's payment is not believed", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const { reference } = gift();
  const { id } = fake.pay("G-0THE-R000-0000-0000", { amount: 50_000, currency: "TZS" });
  t.equal(await provider.verify({ reference, transactionId: String(id) }), null);
});

t.test("a payment after a failed try is found, whichever is asked about", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const { reference } = gift();
  await provider.begin(gift(), RETURN_URL);
  const paid = fake.pay(reference);
  const failed = fake.pay(reference, { status: "failed" });
  for (const transactionId of [undefined, String(failed.id), String(paid.id)])
    t.match(await provider.verify({ reference, transactionId }), {
      transactionId: String(paid.id),
      status: "paid",
    });
  const other = gift({ reference: "G-FAIL-0000-0000-0000" });
  fake.pay(other.reference, { status: "failed" });
  t.match(await provider.verify(other), { status: "failed" });
});

t.test("an unknown status proves nothing", async (t) => {
  const { fake, provider, gift } = await scene(t);
  for (const [status, meaning] of [
    ["pending", "pending"],
    ["SUCCESSFUL", "pending"],
    ["success", "pending"],
    ["cancelled", "failed"],
  ] as const) {
    fake.pay(gift().reference, { status });
    t.match(await provider.verify(gift()), { status: meaning }, status);
  }
});

t.test("a refund of the whole amount is seen once the gift is paid", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const { reference } = gift();
  await provider.begin(gift(), RETURN_URL);
  const transaction = fake.pay(reference);
  fake.refund(transaction, 20_000);
  t.match(await provider.verify({ reference, isPaid: true }), { status: "paid" }, "a part");
  fake.refund({ ...transaction, id: 1 });
  t.match(await provider.verify({ reference, isPaid: true }), { status: "paid" }, "of another");
  fake.refund(transaction, 30_000);
  t.match(await provider.verify({ reference, isPaid: true }), { status: "refunded" });
});

t.test("errors of the provider reject, and say nothing of the secret", async (t) => {
  const { fake, provider, gift } = await scene(t);
  const { reference } = gift();
  const kinds: [FlutterwaveMode, string][] = [
    ["error", "status"],
    ["html", "shape"],
    ["nonsense", "shape"],
    ["refuse", "network"],
    ["hang", "timeout"],
  ];
  for (const [mode, kind] of kinds) {
    fake.mode = mode;
    for (const call of [provider.begin(gift(), RETURN_URL), provider.verify({ reference })]) {
      const error: unknown = await call.catch((thrown: unknown) => thrown);
      t.match(error, { name: "UpstreamError", kind }, mode);
      const text = `${String(error)}${JSON.stringify(error)}${(error as Error).stack}`;
      t.notMatch(text, SECRET_KEY, mode);
    }
    fake.mode = "well";
    await provider.check();
  }
});

t.test("after five errors in a row the provider is left alone", async (t) => {
  const { fake, provider, breaker, gift } = await scene(t);
  fake.mode = "error";
  for (let call = 0; call < 5; call += 1)
    await t.rejects(provider.begin(gift(), RETURN_URL), { name: "UpstreamError", kind: "status" });
  const calls = fake.calls.length;
  await t.rejects(provider.begin(gift(), RETURN_URL), { name: "UpstreamError", kind: "network" });
  t.equal(fake.calls.length, calls);
  t.equal(breaker(), "open");
});

t.test("the check of the keys is harmless, and fails with a wrong one", async (t) => {
  const { fake, provider } = await scene(t);
  await provider.check();
  t.match(fake.calls, [{ method: "GET", path: "/v3/balances", body: null }]);
  const wrong = await scene(t, "FLWSECK_TEST-of-somebody-else");
  await t.rejects(wrong.provider.check(), { name: "UpstreamError", status: 401 });
});

t.test("a webhook is read only with the hash, and only for what it is about", async (t) => {
  const { provider } = await scene(t);
  const genuine = { "verif-hash": WEBHOOK_HASH };
  const body = { event: "charge.completed", data: { id: 7, tx_ref: "G-1", amount: 1 } };
  const about = { kind: "payment", reference: "G-1", transactionId: "7" };
  t.same(provider.readWebhook(genuine, body), about);
  for (const headers of [{}, { "verif-hash": "" }, { "verif-hash": `${WEBHOOK_HASH} ` }])
    t.same(provider.readWebhook(headers, body), { kind: "unauthorised" });
  for (const wrong of [
    null,
    "text",
    [],
    {},
    { event: 7, data: {} },
    { event: "x", data: { id: {} } },
  ])
    t.same(provider.readWebhook(genuine, wrong), { kind: "malformed" }, JSON.stringify(wrong));
  const cancelled = { event: "subscription.cancelled", data: { status: "deactivated", plan: {} } };
  t.same(provider.readWebhook(genuine, cancelled), { kind: "other" });
});
