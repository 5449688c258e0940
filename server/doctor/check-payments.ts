import { type Config, paymentKeys } from "../config.ts";
import { Flutterwave } from "../giving/flutterwave.ts";
import { createLatencyTracker } from "../upstream/http/instrumented-http-client.ts";
import { UpstreamError } from "../upstream/upstream-error.ts";
import { codeOf, type Finding, failure, ok, warning } from "./finding.ts";

const NO_CALLS = { onCall: () => {}, beginSpan: null };

function settingsFindings({ PUBLIC_ORIGIN, ...config }: Config): Finding[] {
  const findings: Finding[] = [];
  const isPublic = PUBLIC_ORIGIN.startsWith("https:");
  if (isPublic && config.FLUTTERWAVE_SECRET_KEY?.startsWith("FLWSECK_TEST-"))
    findings.push(
      warning(
        "payments",
        "PUBLIC_ORIGIN is https, and FLUTTERWAVE_SECRET_KEY is a test key: no money is taken",
        "set the live key of the dashboard of Flutterwave",
      ),
    );
  if (isPublic && config.FLUTTERWAVE_BASE_URL !== undefined)
    findings.push(
      warning(
        "payments",
        "FLUTTERWAVE_BASE_URL is set: the secret key is sent there",
        "unset it, unless this is a test",
      ),
    );
  return findings;
}

function failureOf(error: unknown): Finding {
  const isRefused = error instanceof UpstreamError && [401, 403].includes(error.status ?? 0);
  if (isRefused)
    return failure(
      "payments",
      "Flutterwave refuses FLUTTERWAVE_SECRET_KEY",
      "copy the secret key of the dashboard again, under Settings, API keys",
    );
  return failure(
    "payments",
    `Flutterwave gives no usable answer (${codeOf(error)})`,
    "check that this machine may reach api.flutterwave.com by https; until then the Donate form offers a bank transfer",
  );
}

/** Whether the payment provider takes the keys: by reading the balances, which changes nothing. */
export async function checkPayments(config: Config): Promise<Finding[]> {
  const keys = paymentKeys(config);
  if (keys === null) return [];
  const provider = new Flutterwave({
    ...keys,
    siteName: "",
    now: Date.now,
    observers: { ...NO_CALLS, latency: createLatencyTracker() },
    onBreakerChange: () => {},
  });
  try {
    await provider.check();
    return [ok("payments", "Flutterwave takes the keys"), ...settingsFindings(config)];
  } catch (error) {
    return [failureOf(error), ...settingsFindings(config)];
  } finally {
    await provider.close();
  }
}
