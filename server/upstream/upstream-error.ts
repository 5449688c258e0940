export type UpstreamFault = "timeout" | "network" | "status" | "shape" | "size";

export interface UpstreamErrorDetails {
  kind: UpstreamFault;
  source: string;
  /** Our own words; text of the source never goes in here. */
  detail?: string;
  status?: number | null;
  retryAfterSeconds?: number | null;
  attempts?: number;
  sourceMessage?: string | null;
  cause?: unknown;
}

/**
 * A fault of a source: it was late, out of reach, refused, or answered what cannot be used.
 * `message` is made of our own words alone, so it may be logged; it is still nothing for a visitor.
 */
export class UpstreamError extends Error {
  readonly kind: UpstreamFault;
  readonly source: string;
  /** The answer's status when there was an answer. */
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** Requests made until the fault was final; 0 when none was needed to know. */
  readonly attempts: number;
  /** The `message` field of the source's own error answer: plain text, 200 characters at most. */
  readonly sourceMessage: string | null;

  constructor(details: UpstreamErrorDetails) {
    super(describe(details), details.cause === undefined ? {} : { cause: details.cause });
    this.name = "UpstreamError";
    this.kind = details.kind;
    this.source = details.source;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.attempts = details.attempts ?? 1;
    this.sourceMessage = details.sourceMessage ?? null;
    // Words of the source belong to no log: they may repeat what a visitor typed.
    Object.defineProperty(this, "sourceMessage", { enumerable: false });
  }
}

function describe({ source, kind, status, detail }: UpstreamErrorDetails): string {
  const what = kind === "status" && status ? `status ${status}` : kind;
  return detail === undefined ? `${source}: ${what}` : `${source}: ${what} (${detail})`;
}
