import t from "tap";
import { paymentScene } from "./payment-scene.ts";

const verifications = (calls: readonly { path: string }[]) =>
  calls.filter(({ path }) => path.startsWith("/v3/transactions/")).length;

t.test("a returning donor sees the provider's answer, without a webhook", async (t) => {
  const { donate, flutterwave, get, gifts, stateOf } = await paymentScene(t);
  const paid = await donate({ email: "one@example.org" });
  const failed = await donate({ email: "two@example.org" });
  const open = await donate({ email: "three@example.org" });
  const late = await donate({ email: "four@example.org" });
  flutterwave.pay(paid.reference);
  flutterwave.pay(failed.reference, { status: "failed" });
  flutterwave.pay(open.reference, { status: "pending" });
  const page = async (reference: string) => (await get(`/donate/thanks/${reference}`)).text;
  t.match(await page(paid.reference), 'data-state="paid"');
  t.match(await page(failed.reference), 'data-state="failed"');
  t.match(await page(open.reference), 'data-state="pending"');
  t.equal(await stateOf(paid.reference), "paid");
  // Staff cancel the gift while the donor is on the payment page.
  await gifts.apply(late.reference, {
    state: "cancelled",
    by: "staff",
    at: "2026-11-01T00:00:00Z",
  });
  flutterwave.pay(late.reference);
  t.match(await page(late.reference), 'data-state="paid"');
});

t.test("claims about the payment in the URL are ignored", async (t) => {
  const { donate, flutterwave, get, stateOf } = await paymentScene(t);
  const { reference } = await donate();
  const other = await donate({ email: "other@example.org" });
  const { id } = flutterwave.pay(other.reference);
  const back = `?status=successful&tx_ref=${reference}&transaction_id=${id}`;
  t.match((await get(`/donate/thanks/${reference}${back}`)).text, 'data-state="pending"');
  t.equal(await stateOf(reference), "pending");
});

t.test("a page that is loaded many times asks the provider once", async (t) => {
  const nowMs = Date.now();
  const { donate, flutterwave, get } = await paymentScene(t, {}, () => nowMs);
  const { reference } = await donate();
  flutterwave.calls.length = 0;
  await Promise.all(Array.from({ length: 20 }, () => get(`/donate/thanks/${reference}`)));
  t.equal(verifications(flutterwave.calls), 1);
  await get("/donate/thanks/G-0000-0000-0000-0000");
  t.equal(verifications(flutterwave.calls), 1, "an unknown gift sends no request to the provider");
});

t.test("while the provider is down the page says what is known", async (t) => {
  const { donate, flutterwave, get } = await paymentScene(t);
  const { reference } = await donate();
  flutterwave.mode = "error";
  const { status, text } = await get(`/donate/thanks/${reference}`);
  t.equal(status, 200);
  t.match(text, 'data-state="pending"');
});
