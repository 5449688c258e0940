import type { SourceNote } from "../../contract/api-data.ts";
import type { BeginSpan } from "../../contract/span.ts";
import { UpstreamError } from "../upstream-error.ts";
import type { CircuitBreaker } from "./circuit-breaker.ts";
import type { HttpRequest, HttpResponse } from "./http-client.ts";
import type { LatencyTracker } from "./latency-tracker.ts";

export interface CallObservers {
  onCall: (note: SourceNote) => void;
  beginSpan: BeginSpan | null;
  latency: LatencyTracker;
}

function statusOf(fault: unknown): SourceNote["status"] {
  if (!(fault instanceof UpstreamError)) return "aborted";
  if (fault.kind !== "status") return fault.kind;
  return fault.status ?? "network";
}

/** Tells of each call to a source at its end: its status or class of fault, its tries and its time. */
export function observeHttpClient(
  http: CircuitBreaker,
  { source, onCall, beginSpan, latency }: CallObservers & { source: string },
): CircuitBreaker {
  async function request(details: HttpRequest): Promise<HttpResponse> {
    const startedAt = performance.now();
    const ended = latency.begin();
    const span = beginSpan?.(`${source} ${details.method ?? "GET"}`, details.traceparent);
    const tell = (status: SourceNote["status"], attempts: number, fault?: unknown) => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      // A reader who left says nothing about the source.
      ended(attempts > 0 && status !== "aborted");
      const note: SourceNote = { name: source, status, attempts, ms };
      span?.end({ source, status, attempts }, fault);
      details.onSource?.(note);
      onCall(note);
    };
    try {
      const answer = await http.request(
        span ? { ...details, traceparent: span.traceparent } : details,
      );
      tell(answer.status, answer.attempts);
      return answer;
    } catch (fault) {
      tell(statusOf(fault), fault instanceof UpstreamError ? fault.attempts : 1, fault);
      throw fault;
    }
  }

  return { ...http, request };
}
