import type { SourceNote } from "../../shared/contract/api-data.ts";
import type { GuardedHttpClient } from "./guarded-http-client.ts";
import type { HttpAnswer, HttpRequest } from "./http-client.ts";
import type { Pace } from "./pace.ts";
import { UpstreamError } from "./upstream-error.ts";

/** A span of a trace that is under way. */
export interface OpenSpan {
  /** For whoever is asked within it. */
  traceparent: string | undefined;
  end: (facts: Readonly<Record<string, string | number>>, fault?: unknown) => void;
}

/** Begins a span below the one that `traceparent` names. */
export type BeginSpan = (name: string, traceparent: string | undefined) => OpenSpan;

export interface CallObservers {
  onCall: (note: SourceNote) => void;
  beginSpan: BeginSpan | null;
  pace: Pace;
}

function statusOf(fault: unknown): SourceNote["status"] {
  if (!(fault instanceof UpstreamError)) return "aborted";
  if (fault.kind !== "status") return fault.kind;
  return fault.status ?? "network";
}

/** Tells of each call to a source at its end: its status or class of fault, its tries and its time. */
export function observeHttpClient(
  http: GuardedHttpClient,
  { source, onCall, beginSpan, pace }: CallObservers & { source: string },
): GuardedHttpClient {
  async function request(details: HttpRequest): Promise<HttpAnswer> {
    const startedAt = performance.now();
    const ended = pace.begin();
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
