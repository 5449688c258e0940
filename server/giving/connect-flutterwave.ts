import { randomUUID } from "node:crypto";
import type { BreakerState } from "../upstream/http/circuit-breaker.ts";
import { createCircuitBreaker } from "../upstream/http/circuit-breaker.ts";
import { createHttpClient, type HttpLimits } from "../upstream/http/http-client.ts";
import {
  type CallObservers,
  instrumentHttpClient,
} from "../upstream/http/instrumented-http-client.ts";
import { createFlutterwave, FLUTTERWAVE } from "./flutterwave.ts";
import type { PaymentProvider } from "./payment-provider.ts";

const BASE_URL = "https://api.flutterwave.com/v3";

/** Where the link of `POST /payments` leads, at once or by redirects. */
const LIVE_PAGES = ["https://checkout.flutterwave.com", "https://api.flutterwave.com"];
/** With a test key. */
const TEST_PAGES = [
  "https://checkout-v2.dev-flutterwave.com",
  "https://ravemodal-dev.herokuapp.com",
];

/** A donor waits for the link, and no answer is long. */
const LIMITS: Partial<HttpLimits> = {
  connections: 8,
  connectTimeoutMs: 2_000,
  headersTimeoutMs: 6_000,
  totalTimeoutMs: 8_000,
  maxBytes: 512 * 1024,
};

interface Options {
  secretKey: string;
  webhookHash: string;
  /** Undefined: the real one. */
  baseUrl: string | undefined;
  siteName: string;
  /** The clock, milliseconds. */
  now: () => number;
  observers: CallObservers;
  onBreakerChange: (state: BreakerState) => void;
  limits?: Partial<HttpLimits>;
}

function pagesOf({ baseUrl, secretKey }: Options): readonly string[] {
  if (baseUrl !== undefined) return [new URL(baseUrl).origin];
  return secretKey.startsWith("FLWSECK_TEST-") ? [...LIVE_PAGES, ...TEST_PAGES] : LIVE_PAGES;
}

/** Flutterwave with connections and a circuit breaker of its own. */
export function connectFlutterwave(options: Options): {
  provider: PaymentProvider;
  breaker: () => BreakerState;
} {
  const { secretKey, webhookHash, baseUrl = BASE_URL, siteName, now, observers } = options;
  const connections = createHttpClient({
    source: FLUTTERWAVE,
    baseUrl,
    ...LIMITS,
    ...options.limits,
  });
  const http = instrumentHttpClient(
    createCircuitBreaker(connections, {
      source: FLUTTERWAVE,
      now,
      onChange: options.onBreakerChange,
    }),
    { ...observers, source: FLUTTERWAVE },
  );
  const provider = createFlutterwave({
    secretKey,
    webhookHash,
    pageOrigins: pagesOf(options),
    siteName,
    http,
    newRequestId: randomUUID,
  });
  return { provider, breaker: http.state };
}
