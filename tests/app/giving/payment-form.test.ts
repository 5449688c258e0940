import t from "tap";
import { SECRET_KEY, WEBHOOK_HASH } from "../../fakes/flutterwave.ts";
import { until } from "../../setup/until.ts";
import { DONATION, DONOR, paymentScene } from "./payment-scene.ts";

t.test("a donation is stored, begun at the provider, and leads on to its page", async (t) => {
  const PUBLIC_ORIGIN = "http://www.example.org";
  const { donate, flutterwave, onlyGift } = await paymentScene(t, { PUBLIC_ORIGIN });
  const { response, reference } = await donate();
  t.equal(response.status, 303);
  t.equal(response.headers.location, `${flutterwave.origin}/v3/hosted/pay/${reference}`);
  t.equal(response.headers["cache-control"], "no-store");
  t.match(await onlyGift(), {
    amountMinor: 5_000_000,
    currency: "TZS",
    frequency: "one-time",
    purpose: "most-needed",
    donor: { firstName: "Asha", email: "asha@example.org", phone: null },
    mayWrite: false,
    state: "pending",
    history: [{ state: "pledged" }, { state: "pending" }],
    provider: { name: "flutterwave" },
  });
  t.match(flutterwave.payments, [
    { tx_ref: reference, redirect_url: `${PUBLIC_ORIGIN}/donate/thanks/${reference}` },
  ]);
});

t.test("the amount charged is the amount that the page showed", async (t) => {
  const { donate, flutterwave } = await paymentScene(t);
  for (const [choice, amount, currency] of [
    [{ currency: "TZS", preset: "20" }, 20_000, "TZS"],
    [{ currency: "TZS", preset: "50", customAmount: "50" }, 50, "TZS"],
    [{ currency: "USD", preset: "1000" }, 1_000, "USD"],
    [{ currency: "USD", preset: "50", customAmount: "12.5" }, 12.5, "USD"],
    [{ currency: "USD", customAmount: "0.1" }, 0.1, "USD"],
    [{ currency: "USD", customAmount: "1.234,5" }, 1_234.5, "USD"],
    [{ currency: "TZS", customAmount: "７５" }, 75, "TZS"],
    [{ currency: "TZS", customAmount: "999999999" }, 999_999_999, "TZS"],
    [{ currency: "USD", customAmount: "999999999.99" }, 999_999_999.99, "USD"],
  ] as const) {
    await donate(choice);
    t.match(flutterwave.payments.at(-1), { amount, currency });
  }
});

t.test("a monthly donation has a plan, whose number is kept", async (t) => {
  const { donate, flutterwave, onlyGift } = await paymentScene(t);
  await donate({ frequency: "monthly" });
  const [plan] = flutterwave.plans;
  t.match(plan, { amount: 50_000, currency: "TZS", interval: "monthly" });
  t.equal(flutterwave.payments[0]?.payment_options, "card", "mobile money cannot pay a plan");
  t.match(await onlyGift(), { frequency: "monthly", provider: { plan: String(plan?.id) } });
});

t.test("a double post makes one gift and one payment", async (t) => {
  const { postPage, flutterwave, gifts } = await paymentScene(t);
  for (const paymentKey of ["", "a-random-key"]) {
    const before = (await gifts.list({})).length;
    const post = () => postPage("/donate", { ...DONATION, paymentKey });
    const twice = [...(await Promise.all([post(), post(), post()])), await post()];
    const pages = new Set(twice.map(({ headers }) => headers.location));
    t.equal(pages.size, 1, "all lead to one page");
    t.match([...pages][0], flutterwave.origin);
    t.equal((await gifts.list({})).length, before + 1);
  }
  t.equal(flutterwave.payments.length, 2, "one gift per key");
});

t.test("after a failed payment the same form makes another gift", async (t) => {
  const { donate, flutterwave, webhook, stateOf } = await paymentScene(t);
  const first = await donate();
  await webhook(flutterwave.pay(first.reference, { status: "failed" }));
  await until(async () => (await stateOf(first.reference)) === "failed");
  const second = await donate();
  t.not(second.reference, first.reference);
  t.equal(await stateOf(second.reference), "pending");
});

t.test("a paid gift is not paid again by the same post", async (t) => {
  const { donate, postPage, flutterwave, webhook, stateOf } = await paymentScene(t);
  const { reference } = await donate({ paymentKey: "one-visit" });
  await webhook(flutterwave.pay(reference));
  await until(async () => (await stateOf(reference)) === "paid");
  const again = await postPage("/donate", { ...DONATION, paymentKey: "one-visit" });
  t.equal(again.headers.location, `/donate/thanks/${reference}`);
  t.equal(flutterwave.payments.length, 1);
});

t.test(
  "if the provider is down, the page says so, keeps the input and offers a transfer",
  async (t) => {
    const { postPage, flutterwave, onlyGift } = await paymentScene(t);
    for (const mode of ["error", "html", "refuse", "nonsense"] as const) {
      flutterwave.mode = mode;
      const { status, text } = await postPage("/donate", { ...DONATION, paymentKey: "kept-key" });
      t.equal(status, 503, mode);
      const { reference, state } = await onlyGift();
      t.equal(state, "pledged", "it is stored");
      t.match(text, "Sorry, the payment page cannot be reached at the moment");
      t.match(text, `recorded as ${reference}`);
      t.match(text, `href="/donate/thanks/${reference}"`);
      t.match(text, /<input[^>]*name="firstName"[^>]*value="Asha"/);
      t.match(text, /<input[^>]*name="paymentKey"[^>]*value="kept-key"/);
      t.match(text, /<input[^>]*checked=""[^>]*value="TZS"/);
    }
    flutterwave.mode = "well";
    const { headers } = await postPage("/donate", { ...DONATION, paymentKey: "kept-key" });
    const { reference, state } = await onlyGift();
    t.equal(state, "pending", "a retry is the same gift");
    t.equal(headers.location, `${flutterwave.origin}/v3/hosted/pay/${reference}`);
  },
);

t.test("a failed donation does not count towards the limits", async (t) => {
  const { postPage, flutterwave } = await paymentScene(t, { FORM_RATE_MAX: "2" });
  const give = async (n: number) => {
    const response = await postPage("/donate", { ...DONATION, email: `a${n}@example.org` });
    return response.status;
  };
  flutterwave.linkOrigin = "https://evil.example";
  for (let n = 0; n < 4; n += 1) t.equal(await give(n), 503);
  flutterwave.linkOrigin = null;
  t.same([await give(4), await give(5), await give(6)], [303, 303, 429]);
});

t.test("a donor is never sent to another site", async (t) => {
  const { postPage, flutterwave } = await paymentScene(t);
  flutterwave.linkOrigin = "https://evil.example";
  const { status, text } = await postPage("/donate", DONATION);
  t.equal(status, 503);
  t.notMatch(text, "evil.example");
});

t.test("invalid amounts store nothing and send nothing to the provider", async (t) => {
  const { postPage, flutterwave, gifts } = await paymentScene(t);
  for (const wrong of [
    { customAmount: "0" },
    { customAmount: "-5" },
    { customAmount: "1e9" },
    { customAmount: "1000000000" },
    { customAmount: "12 50" },
    { customAmount: "1.234", currency: "USD" },
    { customAmount: "12.50" },
    { preset: "37" },
    { preset: "" },
    { preset: "0050" },
    { preset: "5e1" },
    { currency: "EUR" },
    { frequency: "daily" },
    { email: "asha" },
  ]) {
    const { status, text } = await postPage("/donate", { ...DONATION, ...wrong });
    t.equal(status, 422, JSON.stringify(wrong));
    const links = [...text.matchAll(/<li><a href="#([^"]+)"/g)];
    t.equal(links.length, 1, "one error");
    for (const [, id] of links) {
      t.match(text, `id="${id}"`, "the field it links to");
      t.match(text, `id="${id}-error"`, "the field shows the error, too");
    }
  }
  t.same(await gifts.list({}), []);
  t.same(flutterwave.calls, []);
});

t.test("with a provider the page says what is true, and its policy names it", async (t) => {
  const { get, flutterwave } = await paymentScene(t);
  const { text, headers } = await get("/donate");
  t.notMatch(text, "Cards are coming");
  t.notMatch(text, "Nothing you enter here is stored");
  t.match(text, "You pay on the Flutterwave page");
  t.equal(text.match(/coming soon/g)?.length, 1, "PayPal alone");
  t.match(text, /<body[^>]*data-pays/);
  t.match(headers["content-security-policy"], `form-action 'self' ${flutterwave.origin};`);
  t.match((await get("/")).headers["content-security-policy"], flutterwave.origin);
});

t.test("no secret and no donor data is in a page, an error or the log", async (t) => {
  const { donate, get, postPage, flutterwave, site, webhook } = await paymentScene(t, {
    LOG_LEVEL: "trace",
  });
  const { response, reference } = await donate();
  flutterwave.mode = "error";
  const down = await postPage("/donate", { ...DONATION, ...DONOR, customAmount: "7" });
  flutterwave.mode = "well";
  await webhook(flutterwave.pay(reference));
  const page = await get("/donate");
  const public_ = [response.text, page.text, JSON.stringify(page.headers), down.text].join();
  const log = JSON.stringify(site.logs);
  for (const secret of [SECRET_KEY, WEBHOOK_HASH]) {
    t.notMatch(public_, secret);
    t.notMatch(log, secret);
  }
  t.notMatch(log, /asha|juma/i);
});
