import t from "tap";
import { SECRET_KEY, WEBHOOK_HASH } from "../../fakes/flutterwave.ts";
import { startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { DONATION, paymentScene } from "./payment-scene.ts";

t.test("a gift is begun as the documentation of Flutterwave Standard has it", async (t) => {
  const { donate, flutterwave } = await paymentScene(t);
  const { reference } = await donate();
  t.match(flutterwave.calls, [
    { method: "POST", path: "/v3/payments", authorization: `Bearer ${SECRET_KEY}` },
  ]);
  t.match(flutterwave.payments, [
    {
      tx_ref: reference,
      amount: 50_000,
      currency: "TZS",
      payment_options: "card, mobilemoneytanzania",
      session_duration: 1_440,
      customer: { email: "asha@example.org", name: "Asha Juma" },
    },
  ]);
  t.notOk(flutterwave.payments[0]?.payment_plan);
  await donate({ currency: "USD" });
  await donate({ frequency: "monthly", email: "monthly@example.org" });
  const plan = String(flutterwave.plans[0]?.id);
  t.match(flutterwave.payments.slice(1), [
    { currency: "USD", payment_options: "card" },
    { payment_plan: plan, payment_options: "card" },
  ]);
});

t.test("a status that is unknown proves nothing, and a part of a refund is none", async (t) => {
  const { donate, flutterwave, webhook, stateOf, site, gifts } = await paymentScene(t);
  const { reference } = await donate();
  const countChecks = () => site.logs.filter(({ msg }) => msg === "payment checked").length;
  const hear = async (transaction: Parameters<typeof webhook>[0]) => {
    const before = countChecks();
    t.equal(await webhook(transaction), 200);
    await until(() => countChecks() > before);
    return stateOf(reference);
  };
  const transaction = flutterwave.pay(reference, { status: "pending" });
  for (const status of ["pending", "SUCCESSFUL", "success"]) {
    transaction.status = status;
    t.equal(await hear(transaction), "pending", status);
  }
  transaction.status = "successful";
  t.equal(await hear(transaction), "paid");
  flutterwave.refund(transaction, 20_000);
  flutterwave.refund({ ...transaction, id: 1 });
  t.equal(await hear(transaction), "paid", "a partial refund, and a full one of another payment");
  flutterwave.refund(transaction, 30_000);
  t.equal(await hear(transaction), "refunded");
  t.match(await gifts.get(reference), { amountMinor: 5_000_000, refundedMinor: 2_000_000 });
  const cancelled = await donate({ email: "other@example.org" });
  await webhook(flutterwave.pay(cancelled.reference, { status: "cancelled" }));
  await until(async () => (await stateOf(cancelled.reference)) === "failed");
});

t.test("refunds in part are told once each, and the gift is worth what is left", async (t) => {
  const server = await startMailServer(t);
  const { donate, flutterwave, webhook, site, gifts, get } = await paymentScene(t, {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  });
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference);
  const hear = async () => {
    const count = () => site.logs.filter(({ msg }) => msg === "payment checked").length;
    const before = count();
    await webhook(transaction);
    await until(() => count() > before);
    return gifts.get(reference);
  };
  const subjects = () => server.mails.map(({ header }) => header("subject"));
  const paid = await hear();
  t.equal(paid?.state, "paid");
  await until(() => subjects().length === 2);
  // None of these refunds counts: another currency, still pending, another payment, an amount of zero.
  flutterwave.refund({ ...transaction, currency: "USD" }, 20);
  flutterwave.refunds.push({ id: 2, tx_id: transaction.id, amount_refunded: 9, status: "pending" });
  flutterwave.refund({ ...transaction, id: 1 }, 1_000);
  flutterwave.refund(transaction, 0);
  const odd = await hear();
  t.equal(odd?.refundedMinor, 0);
  t.match(odd?.history.at(-1), { state: "paid", note: "does not match: refund of USD 20" });
  for (const [refund, sum, steps] of [
    [2_000, 200_000, 1],
    [0, 200_000, 1],
    [3_000.5, 500_050, 2],
  ] as const) {
    if (refund > 0) flutterwave.refund(transaction, refund);
    const gift = await hear();
    t.match(gift, { state: "paid", amountMinor: 5_000_000, refundedMinor: sum });
    const told = gift?.history.filter(({ refundedMinor }) => refundedMinor !== undefined);
    t.equal(told?.length, steps, "once");
    if (refund > 0) await until(() => subjects().length === 2 + steps);
  }
  t.match(subjects()[2], `Partial refund ${reference}: TZS 2,000 of TZS 50,000`);
  t.match(subjects()[3], "TZS 5,000.50 of TZS 50,000");
  const receipt = (await get(`/donate/thanks/${reference}`)).text.replaceAll(/<[^>]+>/g, " ");
  t.match(receipt, /Your gift of TZS 44,999\.50 has arrived/);
  t.match(receipt, /Refunded to you\s+TZS 5,000\.50/);
  // A refund of more than the gift.
  flutterwave.refund(transaction, 60_000);
  t.match(await hear(), { state: "refunded", history: { length: 7 } });
  await until(() => subjects().some((subject) => subject.startsWith("Gift refunded")));
  t.equal(subjects().length, 5);
});

t.test("a webhook of any shape makes its gift due at once", async (t) => {
  const { donate, flutterwave, site, stateOf } = await paymentScene(t);
  const shapes: ((id: number, ref: string) => unknown)[] = [
    (id, txRef) => ({ id, txRef, amount: "50000", status: "successful", "event.type": "CARD" }),
    (id, txRef) => ({ event: "charge.completed", data: { id, txRef, amount: "50000.00" } }),
    (id, tx_ref) => ({ event: "charge.completed", data: { id: String(id), tx_ref } }),
    (_id, tx_ref) => ({ event: "charge.completed", data: { id: "chg_4Xy", tx_ref } }),
    (id, tx_ref) => ({ event: null, id, tx_ref, data: null }),
    (_id, txRef) => ({ txRef }),
  ];
  for (const [index, shape] of shapes.entries()) {
    const { reference } = await donate({ email: `a${index}@example.org` });
    // The provider's answer to a verification has its amount as text, too.
    const transaction = flutterwave.pay(reference);
    Object.assign(transaction, { amount: "50000.00" });
    const body = JSON.stringify(shape(transaction.id, reference));
    const response = await fetch(`${site.url}/webhooks/flutterwave`, {
      method: "POST",
      headers: { "content-type": "application/json", "verif-hash": WEBHOOK_HASH },
      body,
    });
    t.equal(response.status, 200, body);
    await until(async () => (await stateOf(reference)) === "paid");
  }
});

t.test("after five errors in a row no more requests go to the provider", async (t) => {
  const { postPage, flutterwave, site } = await paymentScene(t);
  flutterwave.mode = "error";
  const donate = (n: number) => postPage("/donate", { ...DONATION, email: `a${n}@example.org` });
  for (let n = 0; n < 5; n += 1) t.equal((await donate(n)).status, 503);
  const calls = flutterwave.calls.length;
  t.equal((await donate(6)).status, 503);
  t.equal(flutterwave.calls.length, calls);
  t.notMatch(JSON.stringify(site.logs), new RegExp(`${SECRET_KEY}|${WEBHOOK_HASH}`));
});
