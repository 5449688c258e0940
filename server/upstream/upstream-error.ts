import type { SourceFaultName } from "../../shared/contract/source-faults.ts";

/** What callers decide by; the fault is finer, and for operators. */
export type UpstreamErrorKind = "timeout" | "network" | "status" | "shape" | "size";

const USUAL_FAULT = {
  timeout: "timeout",
  network: "cut-off",
  status: "status",
  shape: "wrong-shape",
  size: "too-large",
} as const satisfies Record<UpstreamErrorKind, SourceFaultName>;

export interface UpstreamErrorDetails {
  kind: UpstreamErrorKind;
  /** That of the kind unless given. */
  fault?: SourceFaultName | undefined;
  source: string;
  /** Never text of the source. */
  detail?: string;
  status?: number | null;
  retryAfterSeconds?: number | null;
  attempts?: number;
  sourceMessage?: string | null;
  cause?: unknown;
}

/**
 * An error of a source: a timeout, a network error, an error status, or an unusable response.
 * `message` holds no text of the source, so it may be logged; it is not meant for visitors.
 */
export class UpstreamError extends Error {
  readonly kind: UpstreamErrorKind;
  readonly fault: SourceFaultName;
  /** The status or the detail, for operators who know the fault. */
  readonly reason: string;
  readonly source: string;
  /** The status of the response, if there was one. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Requests made; 0 when the error was known without one. */
  readonly attempts: number;
  /** The `message` field of the source's error response: plain text, 200 characters at most. */
  readonly sourceMessage: string | null;

  constructor(details: UpstreamErrorDetails) {
    super(describe(details), details.cause === undefined ? {} : { cause: details.cause });
    this.name = "UpstreamError";
    this.kind = details.kind;
    this.fault = details.fault ?? USUAL_FAULT[details.kind];
    this.reason = reasonOf(details) ?? this.fault;
    this.source = details.source;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.attempts = details.attempts ?? 1;
    this.sourceMessage = details.sourceMessage ?? null;
    // Not logged: the message may repeat what a visitor typed.
    Object.defineProperty(this, "sourceMessage", { enumerable: false });
  }
}

/** Of a usual error status the status, of anything else what was found. */
const reasonOf = ({ kind, fault, status, detail }: UpstreamErrorDetails) =>
  kind === "status" && fault === undefined ? `status ${status ?? "unknown"}` : detail;

function describe({ source, kind, fault, status, detail }: UpstreamErrorDetails): string {
  const what = fault ?? (kind === "status" && status ? `status ${status}` : kind);
  return detail === undefined ? `${source}: ${what}` : `${source}: ${what} (${detail})`;
}
