import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import site from "../../content/site.json" with { type: "json" };
import { DAY_MS } from "../../shared/time.ts";
import { paymentKeys } from "../config.ts";
import { startRetention } from "../retention.ts";
import type { BreakerState } from "../source/http/circuit-breaker.ts";
import { Flutterwave } from "./flutterwave.ts";
import { GiftPayments } from "./gift-payments.ts";
import { GiftStore } from "./gift-store.ts";

declare module "fastify" {
  interface FastifyInstance {
    giving: {
      gifts: GiftStore;
      /** Null without a payment provider. */
      payments: GiftPayments | null;
      breakers: () => Record<string, BreakerState>;
    };
  }
}

/** Payments by the configured provider, with the checks of due gifts running; null without one. */
function startPayments(app: FastifyInstance, gifts: GiftStore) {
  const { config, metrics, tracing, log, clock: now } = app;
  const keys = paymentKeys(config);
  if (keys === null) return null;
  const provider = new Flutterwave({
    ...keys,
    siteName: site.identity.name,
    observers: {
      now,
      onCall: metrics.sourceCalled,
      beginSpan: tracing?.beginSpan,
      onBreaker: (breaker) => log.warn({ breaker }, "payment provider breaker"),
    },
  });
  const payments = new GiftPayments(app, gifts, provider, keys.secretKey);
  const stopChecks = payments.startChecks();
  app.addHook("onClose", async () => {
    await stopChecks();
    await provider.close();
  });
  return { payments, breakers: () => ({ [provider.name]: provider.breaker() }) };
}

/** The gifts with their retention, and their payments. */
export const givingPlugin = fp(
  async (app) => {
    const { config, store, log, clock: now } = app;
    const gifts = new GiftStore(store);
    const stopRetention = startRetention({
      store: gifts,
      retentionMs: config.INBOX_RETENTION_DAYS * DAY_MS,
      now,
      // The store itself says that it is down.
      onError: (err) => {
        if (store.fault() === null) log.error({ err }, "gifts failed");
      },
      onPurged: (count) => log.info({ count }, "gifts purged"),
    });
    app.addHook("onClose", async () => stopRetention());
    app.decorate("giving", {
      gifts,
      ...(startPayments(app, gifts) ?? { payments: null, breakers: () => ({}) }),
    });
  },
  { name: "giving", dependencies: ["store"] },
);
