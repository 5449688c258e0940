import type { BeginSpan } from "../../observability/tracing.ts";
import type { SourceNote } from "../request-context.ts";
import { UpstreamError } from "../upstream-error.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { HttpRequest, HttpResponse } from "./http-client.ts";
import type { LatencyTracker } from "./latency-tracker.ts";

export interface CallObservers {
  onCall: (note: SourceNote) => void;
  beginSpan: BeginSpan | null;
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
