import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  DelegateBackoff,
  handleWhen,
} from "cockatiel";
import type { HttpAnswer, HttpClient, HttpRequest } from "./http-client.ts";
import { UpstreamError } from "./upstream-error.ts";

/** After this many faults in a row the source is left alone. */
const FAULTS_IN_A_ROW = 5;
const FIRST_PROBE_MS = 1_000;
const LATEST_PROBE_MS = 30_000;
/** A probe comes after this share of the outage so far: soon after a short one, seldom in a long one. */
const SHARE_OF_OUTAGE = 0.25;
/** The longest wait a 429 or 503 can ask of us. */
const LONGEST_PAUSE_MS = 5 * 60_000;

export type GuardState = "closed" | "open" | "probing" | "paused";

export interface GuardedHttpClient extends HttpClient {
  state(): GuardState;
}

/** Faults that say the source is unwell, not that one answer of it is odd. */
function isOutage(fault: unknown): boolean {
  if (!(fault instanceof UpstreamError)) return false;
  if (fault.kind === "timeout" || fault.kind === "network") return true;
  return fault.kind === "status" && (fault.status ?? 0) >= 500;
}

/**
 * Stands before a source: after five faults in a row it answers at once, without asking, and lets one probe
 * through after 1 to 30 s. A 429 or 503 with Retry-After is honoured. Rejects with `UpstreamError`.
 */
export function guardHttpClient(
  http: HttpClient,
  options: { source: string; now: () => number; onChange: (state: GuardState) => void },
): GuardedHttpClient {
  const { source, now, onChange } = options;
  let brokenSinceMs: number | null = null;
  let pausedUntilMs = 0;

  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(FAULTS_IN_A_ROW),
    halfOpenAfter: new DelegateBackoff(() => {
      const outageMs = brokenSinceMs === null ? 0 : now() - brokenSinceMs;
      return Math.min(LATEST_PROBE_MS, Math.max(FIRST_PROBE_MS, outageMs * SHARE_OF_OUTAGE));
    }),
  });
  breaker.onBreak(() => {
    if (brokenSinceMs !== null) return;
    brokenSinceMs = now();
    onChange("open");
  });
  breaker.onReset(() => {
    brokenSinceMs = null;
    onChange("closed");
  });

  function state(): GuardState {
    if (now() < pausedUntilMs) return "paused";
    if (breaker.state === CircuitState.HalfOpen) return "probing";
    return breaker.state === CircuitState.Closed ? "closed" : "open";
  }

  async function request(details: HttpRequest): Promise<HttpAnswer> {
    const waitMs = pausedUntilMs - now();
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1_000);
      throw new UpstreamError({
        ...{ kind: "status", source, status: 429, detail: "paused", attempts: 0 },
        retryAfterSeconds,
      });
    }
    try {
      return await breaker.execute(() => http.request(details));
    } catch (fault) {
      if (fault instanceof BrokenCircuitError) {
        throw new UpstreamError({
          ...{ kind: "network", source, detail: "circuit open", attempts: 0, cause: fault },
        });
      }
      if (fault instanceof UpstreamError && fault.retryAfterSeconds !== null) {
        pausedUntilMs = now() + Math.min(LONGEST_PAUSE_MS, fault.retryAfterSeconds * 1_000);
        onChange("paused");
      }
      throw fault;
    }
  }

  return { request, state, close: () => http.close() };
}
