import type { Logger } from "pino";
import site from "../../content/site.json" with { type: "json" };
import { PREFIXES } from "../../shared/languages.ts";
import { type Config, paymentKeys } from "../config.ts";
import type { GiftStore } from "../giving/gift-store.ts";
import { connectFlutterwave } from "../giving/payments/flutterwave/connect-flutterwave.ts";
import { createGiftPayments, type GiftPayments } from "../giving/payments/gift-payments.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { BeginSpan } from "../observability/tracing.ts";
import type { BreakerState } from "../upstream/http/circuit-breaker.ts";
import { createLatencyTracker } from "../upstream/http/latency-tracker.ts";

interface Options {
  config: Config;
  gifts: GiftStore;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
  metrics: Pick<Metrics, "sourceCalled" | "paymentChecked">;
  /** Null without tracing. */
  beginSpan: BeginSpan | null;
}

export interface ComposedPayments {
  payments: GiftPayments;
  breakers: () => Record<string, BreakerState>;
  close: () => Promise<void>;
}

/** Payments by the configured provider, with the checks of due gifts running; null without one. */
export function composePayments(options: Options): ComposedPayments | null {
  const { config, gifts, logger, now, metrics, beginSpan } = options;
  const keys = paymentKeys(config);
  if (keys === null) return null;
  const { provider, breaker } = connectFlutterwave({
    ...keys,
    siteName: site.identity.name,
    now,
    observers: { onCall: metrics.sourceCalled, beginSpan, latency: createLatencyTracker() },
    onBreakerChange: (state) => logger.warn({ breaker: state }, "payment provider breaker"),
  });
  const payments = createGiftPayments({
    gifts,
    provider,
    secret: keys.secretKey,
    now,
    firstMs: config.PAYMENT_CHECK_SECONDS * 1_000,
    returnUrl: (reference, language) =>
      `${config.PUBLIC_ORIGIN}${PREFIXES[language]}/donate/thanks/${reference}`,
    onChecked: (outcome, { reference, state }, err) => {
      metrics.paymentChecked(outcome);
      if (outcome === "mismatch")
        logger.error({ reference, state }, "payment does not match its gift");
      else if (outcome === "error") logger.warn({ reference, err }, "payment could not be checked");
      else logger.info({ reference, outcome, state }, "payment checked");
    },
    onError: (err, reference) => logger.warn({ err, reference }, "payment provider failed"),
  });
  const stopChecks = payments.startChecks();
  return {
    payments,
    breakers: () => ({ [provider.name]: breaker() }),
    close: async () => {
      await stopChecks();
      await provider.close();
    },
  };
}
