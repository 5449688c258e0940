import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IBackoff,
} from "cockatiel";
import { MINUTE_MS } from "../../../shared/time.ts";
import type { HttpRequest, HttpResponse } from "./http-client.ts";
import { UpstreamError } from "./upstream-error.ts";

/** `probing`: one request is let through. `paused`: the source sent Retry-After. */
export const BREAKER_STATES = ["closed", "open", "probing", "paused"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

/** The circuit opens after this many errors in a row. */
const ERROR_THRESHOLD = 5;
const MIN_PROBE_DELAY_MS = 1_000;
const MAX_PROBE_DELAY_MS = 30_000;
/** The delay of the next probe as a share of the outage so far. */
const PROBE_DELAY_SHARE = 0.25;
/** The longest first pause that a 429 or 503 can request; twice as long each time it is requested again. */
const FIRST_PAUSE_MS = MINUTE_MS;
const MAX_PAUSE_MS = 5 * MINUTE_MS;
/** So much of a shortened pause is random, so that instances do not return together. */
const PAUSE_JITTER = 0.2;

export interface CircuitBreaker<Request = HttpRequest, Response = HttpResponse> {
  request: (request: Request) => Promise<Response>;
  close: () => Promise<void>;
  state(): BreakerState;
}

/**
 * A client that rejects at once, without a request, while the source is down: after five errors in a row
 * until a probe succeeds. Honours the Retry-After of a 429 or 503, within limits: a source that asks for a day may be
 * well after a second. Rejects with `UpstreamError`.
 */
export function createCircuitBreaker<Request, Response>(
  http: Omit<CircuitBreaker<Request, Response>, "state">,
  options: {
    source: string;
    /** The clock, milliseconds. */
    now: () => number;
    onChange: (state: BreakerState) => void;
    maxPauseMs?: number;
  },
): CircuitBreaker<Request, Response> {
  const { source, now, onChange, maxPauseMs = MAX_PAUSE_MS } = options;
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(ERROR_THRESHOLD),
    halfOpenAfter: { next: () => nextProbe(now, now()) },
  });
  let isDown = false;
  const change = (toDown: boolean) => {
    // A probe that fails changes nothing.
    if (toDown !== isDown) onChange(toDown ? "open" : "closed");
    isDown = toDown;
  };
  breaker.onBreak(() => change(true));
  breaker.onReset(() => change(false));
  const pauses = createPauses(now, maxPauseMs, () => onChange("paused"));

  return {
    state: () => {
      if (pauses.leftMs() > 0) return "paused";
      if (breaker.state === CircuitState.HalfOpen) return "probing";
      return breaker.state === CircuitState.Closed ? "closed" : "open";
    },
    request: async (details) => {
      const pauseMs = pauses.leftMs();
      if (pauseMs > 0) throw pausedError(source, Math.ceil(pauseMs / 1_000));
      try {
        const response = await breaker.execute(() => http.request(details));
        pauses.end();
        return response;
      } catch (cause) {
        if (cause instanceof BrokenCircuitError) throw openCircuitError(source, cause);
        if (cause instanceof UpstreamError) pauses.begin((cause.retryAfterSeconds ?? 0) * 1_000);
        throw cause;
      }
    },
    close: () => http.close(),
  };
}

/** Each pause after another may be twice as long, until a call succeeds. */
function createPauses(now: () => number, maxPauseMs: number, onBegin: () => void) {
  const firstMs = Math.min(FIRST_PAUSE_MS, maxPauseMs);
  let longestMs = firstMs;
  let untilMs = 0;
  return {
    leftMs: () => untilMs - now(),
    begin(requestedMs: number) {
      // Of several calls that were under way together, the first pauses.
      if (requestedMs <= 0 || now() < untilMs) return;
      const shortenedMs = longestMs * (1 - PAUSE_JITTER * Math.random());
      untilMs = now() + Math.min(requestedMs, shortenedMs);
      longestMs = Math.min(maxPauseMs, longestMs * 2);
      onBegin();
    },
    end() {
      longestMs = firstMs;
    },
  };
}

/** The library compares the delay with the system's clock: it is endless until the time has come on ours. */
function nextProbe(now: () => number, openSinceMs: number): IBackoff<unknown> {
  const delayMs = Math.max(MIN_PROBE_DELAY_MS, (now() - openSinceMs) * PROBE_DELAY_SHARE);
  const dueMs = now() + Math.min(MAX_PROBE_DELAY_MS, delayMs);
  return {
    get duration() {
      return now() < dueMs ? Number.POSITIVE_INFINITY : 0;
    },
    next: () => nextProbe(now, openSinceMs),
  };
}

/** Errors that mean the source is down, not that one response is wrong. */
function isOutage(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false;
  if (error.kind === "timeout" || error.kind === "network") return true;
  return error.kind === "status" && (error.status ?? 0) >= 500;
}

const openCircuitError = (source: string, cause: unknown) =>
  new UpstreamError({ kind: "network", source, detail: "circuit open", attempts: 0, cause });

function pausedError(source: string, retryAfterSeconds: number): UpstreamError {
  const detail = "paused";
  return new UpstreamError({
    kind: "status",
    source,
    status: 429,
    detail,
    attempts: 0,
    retryAfterSeconds,
  });
}
