import { randomUUID } from "node:crypto";
import t, { type Test } from "tap";
import { startMailServer } from "../../fakes/mail-server.ts";
import { until } from "../../setup/until.ts";
import { PLEDGE } from "../forms/pledge-scene.ts";
import { paymentScene } from "./payment-scene.ts";

const DAY = 86_400_000;
const BEGUN = Date.UTC(2026, 0, 15, 9);

async function monthlyScene(t: Test) {
  const server = await startMailServer(t);
  const clock = { ms: BEGUN };
  const mail = {
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: "web@foundation.example",
    OFFICE_EMAIL: "office@foundation.example",
  };
  const scene = await paymentScene(t, mail, () => clock.ms);
  const mails = (about: string) => server.mails.filter(({ source }) => source.includes(about));
  const { flutterwave, donate, webhook, stateOf } = scene;
  /** Begins a monthly gift by card, and returns it with its plan. */
  const begin = async () => {
    const { reference } = await donate({ frequency: "monthly", currency: "USD", preset: "20" });
    await webhook(flutterwave.pay(reference));
    await until(async () => (await stateOf(reference)) === "paid");
    const plan = (await scene.gifts.get(reference))?.provider?.plan ?? "";
    return { reference, plan };
  };
  const charge = (plan: string, lie = {}) =>
    flutterwave.pay(`rave-${randomUUID()}`, {
      amount: 20,
      currency: "USD",
      payment_plan: plan,
      ...lie,
    });
  return { ...scene, server, clock, mails, begin, charge };
}

t.test("every charge of a card is a gift of its own, once, with a receipt", async (t) => {
  const { begin, charge, webhook, gifts, clock, mails, get } = await monthlyScene(t);
  const { reference, plan } = await begin();
  clock.ms = BEGUN + 31 * DAY;
  const february = charge(plan);
  for (let time = 0; time < 3; time += 1) t.equal(await webhook(february), 200);
  await until(async () => (await gifts.paymentsOf(reference)).length === 1);
  const [payment] = await gifts.paymentsOf(reference);
  t.match(payment, {
    state: "paid",
    amountMinor: 2_000,
    partOf: reference,
    method: "online",
    provider: { transactionId: String(february.id), reference: february.tx_ref },
    donor: { email: "asha@example.org" },
  });
  await until(() => mails(`${payment?.reference}.paid@`).length === 1);
  clock.ms = BEGUN + 62 * DAY;
  await webhook(charge(plan, { amount: 2_000 }));
  await until(async () => (await gifts.get(reference))?.history.at(-1)?.note !== undefined);
  t.equal((await gifts.paymentsOf(reference)).length, 1, "another amount is no payment of it");
  t.match((await get(`/donate/thanks/${reference}`)).text, payment?.reference);
});

t.test("a missing charge is told to donor and office, once, and both read it", async (t) => {
  const { begin, gifts, clock, mails, get } = await monthlyScene(t);
  const { reference } = await begin();
  clock.ms = BEGUN + 31 * DAY;
  await gifts.remindAt(reference, clock.ms);
  clock.ms = BEGUN + 36 * DAY;
  await until(() => mails(`${reference}.missed-2026-02`).length === 2);
  t.match(
    mails(`${reference}.missed-2026-02`)
      .map(({ to }) => to[0])
      .sort(),
    ["asha@example.org", "office@foundation.example"],
  );
  t.match(
    (await get(`/donate/thanks/${reference}`)).text,
    "Nothing has reached us for February 2026.",
  );
  await gifts.remindAt(reference, clock.ms);
  await until(async () => (await gifts.dueReminder(clock.ms)) === null);
  t.equal(mails(`${reference}.missed-2026-02`).length, 2, "a month is told of once");
});

t.test("a donor stops a monthly gift at once, even while the provider is down", async (t) => {
  const { begin, postPage, get, gifts, flutterwave, clock } = await monthlyScene(t);
  const { reference, plan } = await begin();
  const page = `/donate/thanks/${reference}`;
  t.match((await get(page)).text, "Your card is charged every month.");
  flutterwave.mode = "error";
  const stopped = await postPage(page, { stop: "1" });
  t.equal(stopped.headers.location, `${page}?done=stopping#done`);
  t.match(await gifts.get(reference), { stopped: { isDone: false }, state: "paid" });
  t.match((await get(page)).text, "has not confirmed that yet");
  flutterwave.mode = "well";
  clock.ms += 3_600_000 * 2;
  await until(async () => (await gifts.get(reference))?.stopped?.isDone === true);
  t.same(flutterwave.cancelled, [plan]);
  const again = await postPage(page, { stop: "1" });
  t.match(again.headers.location, "done=stopped");
  t.match((await get(page)).text, "It is stopped.");
});

t.test("who sends a monthly gift is reminded with the reference, and can stop it", async (t) => {
  const { postPage, gifts, clock, mails, get } = await monthlyScene(t);
  const pledge = { ...PLEDGE, frequency: "monthly", pledgeKey: randomUUID() };
  const page = (await postPage("/donate/pledge", pledge)).headers.location ?? "";
  const reference = page.split("/").at(-1) ?? "";
  const paidAt = new Date(BEGUN + DAY).toISOString();
  await gifts.apply(reference, { state: "paid", by: "staff", at: paidAt });
  clock.ms = BEGUN + 32 * DAY;
  await until(() => mails(`${reference}.reminder-2026-02`).length === 1);
  const [reminder] = mails(`${reference}.reminder-2026-02`);
  const text = reminder?.text.replaceAll(/\s+/g, " ") ?? "";
  t.match(text, "time for your monthly gift of TZS 50,000");
  t.match(text, reference);
  t.match(text, `${page}#monthly`);
  t.match((await get(page)).text, "We remind you by e-mail");
  await postPage(page, { stop: "1" });
  clock.ms = BEGUN + 70 * DAY;
  await until(async () => (await gifts.dueReminder(clock.ms)) === null);
  t.equal(mails(`${reference}.reminder-2026-03`).length, 0);
});

t.test("a donor without an address pays with one of ours that carries the reference", async (t) => {
  const { donate, flutterwave, site } = await monthlyScene(t);
  const { reference } = await donate({ email: "", phone: "+255 712 345 678" });
  const [payment] = flutterwave.payments;
  t.equal(payment?.customer.email, `info+${reference.toLowerCase()}@example.org`);
  t.equal(payment?.customer.phonenumber, "+255 712 345 678");
  t.notMatch(JSON.stringify(site.logs), /345 678/);
});

t.test("another amount, and a chargeback, read the same for donor and office", async (t) => {
  const { donate, flutterwave, webhook, gifts, get, stateOf } = await monthlyScene(t);
  const { reference } = await donate();
  const part = flutterwave.pay(reference, { amount: 20_000 });
  await webhook(part);
  await until(async () => (await gifts.get(reference))?.otherPayment !== undefined);
  t.match(await gifts.get(reference), {
    state: "pending",
    otherPayment: { amountMinor: 2_000_000, currency: "TZS" },
  });
  const page = (await get(`/donate/thanks/${reference}`)).text;
  t.match(page, "We have received TZS 20,000 under this reference");
  const whole = flutterwave.pay(reference);
  await webhook(whole);
  await until(async () => (await stateOf(reference)) === "paid");
  t.equal((await gifts.get(reference))?.otherPayment, undefined);
  whole.status = "chargeback";
  await webhook(whole);
  await until(async () => (await stateOf(reference)) === "refunded");
  t.equal((await gifts.get(reference))?.history.at(-1)?.note, "charged back by the bank");
});
