import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel";
import { MINUTE_MS, SECOND_MS } from "../../../shared/time.ts";
import { UpstreamError } from "./upstream-error.ts";

export const BREAKER_STATES = ["closed", "open", "probing", "paused"] as const;
export type BreakerState = (typeof BREAKER_STATES)[number];

const ERROR_THRESHOLD = 5;
/** The delay before each probe. */
const PROBE_DELAY_MS = 5 * SECOND_MS;
/** The longest pause that a 429 or 503 can request. */
const MAX_PAUSE_MS = MINUTE_MS;
/** The random share of a shortened pause, so that instances do not return together. */
const PAUSE_JITTER = 0.2;

/**
 * Blocks calls while the source is down: from five errors in a row until a probe succeeds. Each part of the source is counted on its
 * own, since events may fail while news still works. Honours Retry-After, within limits, for all parts.
 */
export class CircuitBreaker {
  readonly #options;
  readonly #breakers = new Map<string, CircuitBreakerPolicy>();
  #isDown = false;
  #openedAtMs = 0;
  #pausedUntilMs = 0;

  constructor(options: {
    source: string;
    now: () => number;
    onChange?: ((state: BreakerState) => void) | undefined;
    maxPauseMs?: number;
  }) {
    this.#options = { maxPauseMs: MAX_PAUSE_MS, ...options };
  }

  #breakerOf(part: string): CircuitBreakerPolicy {
    const { now } = this.#options;
    if (now() < this.#openedAtMs) this.#startClosed();
    const known = this.#breakers.get(part);
    if (known) return known;
    const breaker = circuitBreaker(handleWhen(isOutage), {
      breaker: new ConsecutiveBreaker(ERROR_THRESHOLD),
      halfOpenAfter: PROBE_DELAY_MS,
    });
    this.#breakers.set(part, breaker);
    breaker.onBreak(() => {
      this.#openedAtMs = now();
    });
    breaker.onStateChange(() => this.#reportChange());
    return breaker;
  }

  /** Forgets open breakers after the clock was set back: the library would wait until the clock reads what it read before. */
  #startClosed(): void {
    this.#openedAtMs = 0;
    this.#breakers.clear();
    this.#reportChange();
  }

  /** Reports an outage and its end. A probe and its failure are no changes. */
  #reportChange(): void {
    const isDown = this.#states().some((state) => state !== CircuitState.Closed);
    if (isDown !== this.#isDown) this.#options.onChange?.(isDown ? "open" : "closed");
    this.#isDown = isDown;
  }

  state(): BreakerState {
    if (this.#pauseLeftMs() > 0) return "paused";
    if (this.#states().includes(CircuitState.HalfOpen)) return "probing";
    return this.#isDown ? "open" : "closed";
  }

  #states(): CircuitState[] {
    return [...this.#breakers.values()].map(({ state }) => state);
  }

  async run<T>(call: () => Promise<T>, part = ""): Promise<T> {
    const { source } = this.#options;
    const pauseMs = this.#pauseLeftMs();
    if (pauseMs > 0) {
      const given = { status: 429, retryAfterSeconds: Math.ceil(pauseMs / 1_000), attempts: 0 };
      throw new UpstreamError({ kind: "status", source, detail: "paused", ...given });
    }
    try {
      return await this.#breakerOf(part).execute(call);
    } catch (cause) {
      if (cause instanceof BrokenCircuitError) {
        const detail = "circuit open";
        throw new UpstreamError({ kind: "network", source, detail, attempts: 0, cause });
      }
      if (cause instanceof UpstreamError && cause.retryAfterSeconds !== null)
        this.#pause(cause.retryAfterSeconds * 1_000);
      throw cause;
    }
  }

  #pauseLeftMs(): number {
    const leftMs = this.#pausedUntilMs - this.#options.now();
    // A longer pause than possible means that the clock was set back.
    return leftMs > MAX_PAUSE_MS ? 0 : leftMs;
  }

  #pause(requestedMs: number): void {
    // If several calls fail together, only the first one starts a pause.
    if (requestedMs <= 0 || this.#pauseLeftMs() > 0) return;
    const { now, onChange, maxPauseMs } = this.#options;
    const shortenedMs = maxPauseMs * (1 - PAUSE_JITTER * Math.random());
    this.#pausedUntilMs = now() + Math.min(requestedMs, shortenedMs);
    onChange?.("paused");
  }
}

function isOutage(error: unknown): boolean {
  const { kind = "", status = null } = error instanceof UpstreamError ? error : {};
  return kind === "timeout" || kind === "network" || (kind === "status" && (status ?? 0) >= 500);
}
