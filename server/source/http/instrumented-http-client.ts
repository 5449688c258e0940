import type { Tracing } from "../../http/tracing.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { HttpRequest, HttpResponse } from "./http-client.ts";
import type { SourceNote } from "./request-context.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface CallObservers {
  onCall: (note: SourceNote) => void;
  beginSpan: Tracing["beginSpan"] | null;
  latency: LatencyTracker;
}

function statusOf(error: unknown): SourceNote["status"] {
  if (!(error instanceof UpstreamError)) return "aborted";
  if (error.kind !== "status") return error.kind;
  return error.status ?? "network";
}

/** Reports the end of each call: its status or kind of error, its attempts and its duration. */
export function instrumentHttpClient(
  http: CircuitBreaker,
  { source, onCall, beginSpan, latency }: CallObservers & { source: string },
): CircuitBreaker {
  async function request(details: HttpRequest): Promise<HttpResponse> {
    const startedAt = performance.now();
    const endTiming = latency.begin();
    const span = beginSpan?.(`${source} ${details.method ?? "GET"}`, details.traceparent);
    const report = (status: SourceNote["status"], attempts: number, error?: unknown) => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      // A call aborted by its caller says nothing about the source.
      endTiming(attempts > 0 && status !== "aborted");
      const note: SourceNote = { name: source, status, attempts, ms };
      span?.end({ source, status, attempts }, error);
      details.onSource?.(note);
      onCall(note);
    };
    try {
      const response = await http.request(
        span ? { ...details, traceparent: span.traceparent } : details,
      );
      report(response.status, response.attempts);
      return response;
    } catch (error) {
      report(statusOf(error), error instanceof UpstreamError ? error.attempts : 1, error);
      throw error;
    }
  }

  return { ...http, request };
}

/** A source that takes longer, milliseconds, is slow: degraded, for operators. */
export const SLOW_MS = 1_000;

/** A majority of this many calls decides, so one slow call does not. */
const SAMPLE_SIZE = 3;

/** How quickly a source has responded of late, for callers who can do without its response. */
export interface LatencyTracker {
  /** Starts the timing of a call; the function returned ends it. Pass false when no response came from the source. */
  begin(): (isMeasured: boolean) => void;
  /** A response within `ms` is unlikely: a call is already longer under way, or most of the last ones took longer. */
  isSlowerThan(ms: number): boolean;
}

export function createLatencyTracker(): LatencyTracker {
  /** The calls under way, the oldest first. */
  const calls = new Set<{ startedAtMs: number }>();
  const durations: number[] = [];
  return {
    begin() {
      const call = { startedAtMs: performance.now() };
      calls.add(call);
      return (isMeasured) => {
        calls.delete(call);
        if (!isMeasured) return;
        durations.unshift(performance.now() - call.startedAtMs);
        durations.length = Math.min(durations.length, SAMPLE_SIZE);
      };
    },
    isSlowerThan(ms) {
      const [oldest] = calls;
      if (oldest !== undefined && performance.now() - oldest.startedAtMs > ms) return true;
      return durations.filter((duration) => duration > ms).length > SAMPLE_SIZE / 2;
    },
  };
}
