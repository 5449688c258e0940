import t from "tap";
import {
  type FakeTransaction,
  startFakeFlutterwave,
  WEBHOOK_HASH,
} from "../../fakes/flutterwave.ts";
import { until } from "../../setup/until.ts";
import { formScene } from "../forms/forms-scene.ts";
import { DONATION, paymentScene } from "./payment-scene.ts";

type Scene = Awaited<ReturnType<typeof paymentScene>>;

/** Resolves once the site has asked the provider about the gift this many times and has applied each answer. */
async function asked({ site }: Scene, reference: string, times = 1): Promise<void> {
  const count = () =>
    site.logs.filter(
      (line) =>
        line.reference === reference &&
        [
          "payment checked",
          "payment does not match its gift",
          "payment could not be checked",
        ].includes(String(line.msg)),
    ).length;
  await until(() => count() >= times);
}

t.test("an honest payment: its webhook makes the gift paid", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, webhook, stateOf, gifts } = scene;
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference);
  t.equal(await webhook(transaction), 200);
  await until(async () => (await stateOf(reference)) === "paid");
  t.match(await gifts.get(reference), {
    provider: { name: "flutterwave", transactionId: String(transaction.id) },
    history: [{ state: "pledged" }, { state: "pending" }, { state: "paid", by: "job" }],
  });
  t.ok(
    flutterwave.calls.some(({ path }) => path === `/v3/transactions/${transaction.id}/verify`),
    "verified by its number",
  );
});

t.test("lie: the webhook comes five times", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, webhook, gifts } = scene;
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference);
  const statuses = await Promise.all(Array.from({ length: 5 }, () => webhook(transaction)));
  t.same(statuses, [200, 200, 200, 200, 200]);
  await until(async () => (await gifts.get(reference))?.state === "paid");
  t.equal(await webhook(transaction), 200);
  await asked(scene, reference, 2);
  t.same(
    (await gifts.get(reference))?.history.map(({ state }) => state),
    ["pledged", "pending", "paid"],
    "paid once",
  );
});

t.test("lie: the webhook comes before the donor has left for the payment page", async (t) => {
  const scene = await paymentScene(t);
  const { postPage, flutterwave, webhook, gifts, stateOf } = scene;
  let sent: Promise<number> | undefined;
  flutterwave.modeOf = (path) => {
    // The payment is made, and its webhook sent, before the provider returns the link.
    if (path === "/v3/payments")
      sent ??= gifts.list({}).then(([gift]) => {
        const reference = gift?.reference ?? "";
        return webhook(flutterwave.pay(reference, { amount: 50_000, currency: "TZS" }));
      });
    return "well";
  };
  const { headers } = await postPage("/donate", DONATION);
  t.equal(await sent, 200);
  const [gift, ...others] = await gifts.list({});
  t.same(others, [], "one gift");
  const reference = gift?.reference ?? "";
  await until(async () => (await stateOf(reference)) === "paid");
  t.match(headers.location, reference, "the donor is sent to the payment, or to the gift");
});

for (const [name, lie] of [
  ["another amount", { amount: 50 }],
  ["a larger amount", { amount: 500_000 }],
  ["another currency", { currency: "UGX" }],
] as const)
  t.test(`lie: a successful payment of ${name}`, async (t) => {
    const scene = await paymentScene(t);
    const { donate, flutterwave, webhook, stateOf, site, gifts } = scene;
    const { reference } = await donate();
    const transaction = flutterwave.pay(reference, lie);
    t.equal(await webhook(transaction), 200);
    await asked(scene, reference);
    t.equal(await stateOf(reference), "pending");
    const told = { state: "pending", note: /^does not match: [A-Z]{3} \d+, paid, number \d+$/ };
    const { history = [] } = (await gifts.get(reference)) ?? {};
    t.match(history, [{ state: "pledged" }, { state: "pending" }, told], "staff see it");
    t.match(
      site.logs.find(({ msg }) => msg === "payment does not match its gift"),
      { reference },
    );
    await webhook(flutterwave.pay(reference));
    await until(async () => (await stateOf(reference)) === "paid");
  });

t.test("lie: the webhook claims success, amount and currency of a failed payment", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, webhook, stateOf } = scene;
  const { reference } = await donate();
  const failed = flutterwave.pay(reference, { status: "failed" });
  const claims = { status: "successful", amount: 50_000, currency: "TZS" };
  t.equal(await webhook(failed, { claims }), 200);
  await until(async () => (await stateOf(reference)) === "failed");
});

t.test("lie: the number of another gift's payment is replayed for this one", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, webhook, stateOf } = scene;
  const paid = await donate({ email: "first@example.org" });
  const unpaid = await donate({ email: "second@example.org" });
  const transaction = flutterwave.pay(paid.reference);
  t.equal(await webhook(transaction, { claims: { tx_ref: unpaid.reference } }), 200);
  await asked(scene, unpaid.reference);
  t.equal(await stateOf(unpaid.reference), "pending");
});

t.test("lie: a payment that exists nowhere", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, get, webhook, stateOf } = scene;
  const { reference } = await donate();
  const invented: FakeTransaction = {
    id: 99,
    tx_ref: reference,
    amount: 50_000,
    currency: "TZS",
    status: "successful",
  };
  t.equal(await webhook(invented), 200);
  await asked(scene, reference);
  t.equal(await stateOf(reference), "pending");
  t.equal(await webhook({ ...invented, tx_ref: "G-NONE-NONE-NONE-NONE" }), 200, "no such gift");
  flutterwave.modeOf = (path) => (path.includes("/99/") ? "error" : "well");
  t.equal(await webhook(invented), 200);
  await asked(scene, reference, 2);
  flutterwave.pay(reference);
  await get(`/donate/thanks/${reference}`);
  t.equal(await stateOf(reference), "paid", "then checked by reference");
});

t.test("lie: success in the redirect's query with a failed payment", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, get, stateOf } = scene;
  const { reference } = await donate();
  const success = (id: number) =>
    `/donate/thanks/${reference}?status=successful&tx_ref=${reference}&transaction_id=${id}`;
  await get(success(1));
  t.not(await stateOf(reference), "paid", "without any payment");
  flutterwave.pay(reference, { status: "failed" });
  await get(success(2));
  t.not(await stateOf(reference), "paid");
});

t.test("lie: a late success after the payment had failed", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, webhook, stateOf } = scene;
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference, { status: "failed" });
  await webhook(transaction);
  await until(async () => (await stateOf(reference)) === "failed");
  transaction.status = "successful";
  t.equal(await webhook(transaction), 200);
  await until(async () => (await stateOf(reference)) === "paid");
});

t.test("lie: a late failure after the payment had succeeded", async (t) => {
  const scene = await paymentScene(t);
  const { donate, flutterwave, webhook, stateOf } = scene;
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference);
  await webhook(transaction);
  await until(async () => (await stateOf(reference)) === "paid");
  await webhook(flutterwave.pay(reference, { status: "failed" }));
  await asked(scene, reference, 2);
  t.equal(await stateOf(reference), "paid");
});

for (const mode of ["error", "html", "refuse", "nonsense", "busy"] as const)
  t.test(`lie: the provider answers a verification with "${mode}", then well`, async (t) => {
    const scene = await paymentScene(t, { PAYMENT_CHECK_SECONDS: "0.1" });
    const { donate, flutterwave, webhook, stateOf } = scene;
    const { reference } = await donate();
    flutterwave.mode = mode;
    t.equal(await webhook(flutterwave.pay(reference)), 200);
    await asked(scene, reference);
    t.equal(await stateOf(reference), "pending");
    flutterwave.mode = "well";
    await until(async () => (await stateOf(reference)) === "paid");
  });

t.test("lie: the provider never answers a verification", async (t) => {
  const scene = await paymentScene(t, { PAYMENT_CHECK_SECONDS: "0.1" });
  const { donate, flutterwave, webhook, stateOf } = scene;
  const { reference } = await donate();
  let hung = 0;
  flutterwave.modeOf = () => {
    hung += 1;
    return hung === 1 ? "hang" : "well";
  };
  const taken = await webhook(flutterwave.pay(reference));
  t.equal(taken, 200, "the webhook does not wait for it");
  await until(async () => (await stateOf(reference)) === "paid");
});

t.test("a lost webhook loses no gift: the provider is asked again", async (t) => {
  const { donate, flutterwave, stateOf } = await paymentScene(t, { PAYMENT_CHECK_SECONDS: "0.1" });
  const paid = await donate({ email: "paid@example.org" });
  const failed = await donate({ email: "failed@example.org" });
  const open = await donate({ email: "open@example.org" });
  flutterwave.pay(paid.reference);
  flutterwave.pay(failed.reference, { status: "failed" });
  flutterwave.pay(open.reference, { status: "pending" });
  await until(async () => (await stateOf(paid.reference)) === "paid");
  await until(async () => (await stateOf(failed.reference)) === "failed");
  t.equal(await stateOf(open.reference), "pending");
  flutterwave.pay(failed.reference);
  flutterwave.pay(open.reference);
  await until(async () => (await stateOf(open.reference)) === "paid");
  await until(async () => (await stateOf(failed.reference)) === "paid");
});

t.test("a refund is seen, and only once", async (t) => {
  const scene = await paymentScene(t, { PAYMENT_CHECK_SECONDS: "0.1" });
  const { donate, flutterwave, webhook, stateOf } = scene;
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference);
  await until(async () => (await stateOf(reference)) === "paid");
  flutterwave.refund(transaction);
  t.equal(await webhook(transaction), 200);
  await until(async () => (await stateOf(reference)) === "refunded");
  await webhook(transaction);
  t.equal(await stateOf(reference), "refunded");
});

t.test("only a webhook with the secret, the size and the shape of one is taken", async (t) => {
  const { donate, flutterwave, webhook, stateOf, site } = await paymentScene(t);
  const { reference } = await donate();
  const transaction = flutterwave.pay(reference);
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${site.url}/webhooks/flutterwave`, {
      method: "POST",
      body,
      headers: { "content-type": "application/json", ...headers },
    });
    return { status: response.status, text: await response.text() };
  };
  const genuine = { "verif-hash": WEBHOOK_HASH };
  t.equal(await webhook(transaction, { hash: null }), 401);
  t.equal(await webhook(transaction, { hash: `${WEBHOOK_HASH}x` }), 401);
  t.equal((await post("x".repeat(1_000_000))).status, 401, "the secret is checked first");
  t.equal((await post(`{"a":"${"x".repeat(65_536)}"}`, genuine)).status, 413);
  for (const body of [
    "",
    "no json",
    "[]",
    "{}",
    "7",
    '{"event":"x","data":[]}',
    '{"__proto__":{}}',
  ])
    t.equal((await post(body, genuine)).status, 400, body);
  t.equal((await post("a=b", { ...genuine, "content-type": "text/plain" })).status, 400);
  t.equal((await post('{"event":"transfer.completed","data":{}}', genuine)).status, 200);
  t.equal(await stateOf(reference), "pending");
  const { text } = await post("{}", genuine);
  t.notMatch(text, WEBHOOK_HASH);
});

t.test("without a provider there is no webhook", async (t) => {
  const fake = await startFakeFlutterwave();
  const { site, get } = await formScene(t);
  const about = { id: 1, tx_ref: "G-1", amount: 1, currency: "TZS", status: "successful" };
  t.equal(await fake.sendWebhook(site.url, about), 405);
  await fake.close();
  const { headers, text } = await get("/donate");
  t.match(headers["content-security-policy"], "form-action 'self';");
  t.notMatch(text, "data-pays");
});
