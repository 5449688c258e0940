import t from "tap";
import { metricValue, readMetrics } from "../../setup/site/read-metrics.ts";
import { until } from "../../setup/until.ts";
import { paymentScene } from "./payment-scene.ts";

t.test("webhooks, answers and gifts are counted, and the age of the oldest payment", async (t) => {
  const { donate, flutterwave, webhook, stateOf, site } = await paymentScene(t);
  const value = async (name: string, labels?: Record<string, string>) =>
    metricValue(await readMetrics(`${site.url}/metrics`), name, labels);
  const { reference } = await donate();
  await donate({ email: "another@example.org" });
  t.equal(await value("site_gifts", { state: "pending", currency: "TZS" }), 2);
  t.ok(((await value("site_gifts_oldest_pending_seconds")) ?? -1) >= 0);
  const transaction = flutterwave.pay(reference);
  await webhook(transaction, { hash: null });
  await webhook(transaction);
  await until(async () => (await stateOf(reference)) === "paid");
  for (const [outcome, count] of [
    ["accepted", 1],
    ["unauthorised", 1],
    ["malformed", 0],
  ] as const)
    t.equal(await value("site_payment_webhooks_total", { outcome }), count, outcome);
  await until(async () => (await value("site_payment_checks_total", { outcome: "paid" })) === 1);
  t.equal(await value("site_source_breaker", { source: "flutterwave", state: "closed" }), 1);
});
