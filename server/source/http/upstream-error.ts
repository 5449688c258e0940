import type { SourceFaultName } from "../../../shared/contract/source-faults.ts";

const USUAL_FAULT = {
  timeout: "timeout",
  network: "cut-off",
  status: "status",
  shape: "wrong-shape",
  size: "too-large",
} as const satisfies Record<string, SourceFaultName>;

/** The kind of error that callers act on. The fault is more specific and meant for operators. */
type UpstreamErrorKind = keyof typeof USUAL_FAULT;

type UpstreamErrorDetails = Pick<UpstreamError, "kind" | "source"> &
  Partial<
    Pick<UpstreamError, "status" | "retryAfterSeconds" | "attempts" | "sourceMessage" | "cause">
  > & {
    fault?: SourceFaultName | undefined;
    /** A description in our own words that never contains text of the source. */
    detail?: string;
  };

/** An error of a source. `message` contains no text of the source and may be logged, but is not meant for visitors. */
export class UpstreamError extends Error {
  override readonly name = "UpstreamError";
  readonly kind: UpstreamErrorKind;
  readonly fault: SourceFaultName;
  /** The reason for operators: the status of an ordinary HTTP error, otherwise the detail. */
  readonly reason: string;
  readonly source: string;
  readonly status: number | null;
  readonly retryAfterSeconds: number | null;
  /** The number of requests made; 0 when no request was needed to know of the error. */
  attempts: number;
  /** The `message` field of the source's error response: plain text, 200 characters at most. */
  readonly sourceMessage: string | null;

  constructor({ kind, fault, source, detail, cause, ...details }: UpstreamErrorDetails) {
    const usual = kind === "status" ? `status ${details.status}` : kind;
    const about = detail === undefined ? "" : ` (${detail})`;
    super(`${source}: ${fault ?? usual}${about}`, cause === undefined ? {} : { cause });
    this.kind = kind;
    this.fault = fault ?? USUAL_FAULT[kind];
    this.reason = (kind === "status" && fault === undefined ? usual : detail) ?? this.fault;
    this.source = source;
    this.status = details.status ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
    this.attempts = details.attempts ?? 1;
    this.sourceMessage = details.sourceMessage ?? null;
    // Not logged: the message may repeat what a visitor typed.
    Object.defineProperty(this, "sourceMessage", { enumerable: false });
  }

  get outcome(): number | Exclude<UpstreamErrorKind, "status"> {
    return this.kind === "status" ? (this.status ?? "network") : this.kind;
  }
}

/** Describes an error to a caller: an unusable response is 502, no response is 503 (RFC 9110, sections 15.6.3 and 15.6.4). */
export function unavailable(error: unknown) {
  const { kind, status, retryAfterSeconds }: Partial<UpstreamError> =
    error instanceof UpstreamError ? error : {};
  // 429 and 5xx are temporary; a redirect or another error status is not.
  const isPermanent = kind === "status" && (status ?? 0) < 500 && status !== 429;
  return {
    kind: "unavailable",
    status: kind === "shape" || kind === "size" || isPermanent ? 502 : 503,
    // Limits the delay, because a source may ask for a day or for 0 seconds. The site itself will have retried by then.
    retryAfterSeconds: Math.min(retryAfterSeconds || 30, 300),
  } as const;
}

/** The beginnings of the codes of zlib and Brotli. */
const ZLIB_ERRORS = ["Z_", "ERR__", "ERR_BROTLI", "ERR_TRAILING_JUNK"];

/**
 * The codes for a failed connection: a name that does not resolve, an unreachable host, a port where nothing listens, a bad
 * certificate. Examples: `ECONNREFUSED`, `CERT_HAS_EXPIRED`.
 */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

export const TOO_LARGE = "body over the limit";

export function toUpstreamError(error: unknown, source: string): UpstreamError {
  if (error instanceof UpstreamError) return error;
  // `AbortSignal.timeout` aborts with this error.
  if (error instanceof Error && error.name === "TimeoutError")
    return new UpstreamError({ kind: "timeout", source, detail: "whole call" });
  const code = codeOf(error);
  // undici's parser error carries the bytes it could not parse, which must not be logged.
  const hasPayload = error instanceof Error && "data" in error;
  const cause = hasPayload ? new Error(code || error.name) : error;
  return new UpstreamError({ ...detailsOf(code), source, cause });
}

function detailsOf(code: string): Pick<UpstreamErrorDetails, "kind" | "fault" | "detail"> {
  if (code === "UND_ERR_CONNECT_TIMEOUT") return { kind: "timeout", detail: "connect" };
  if (code === "UND_ERR_HEADERS_TIMEOUT") return { kind: "timeout", detail: "headers" };
  if (code === "UND_ERR_HEADERS_OVERFLOW") return { kind: "size", detail: "headers" };
  if (code === "UND_ERR_RES_EXCEEDED_MAX_SIZE" || code === "ERR_BUFFER_TOO_LARGE")
    return { kind: "size", detail: TOO_LARGE };
  // Compressed data that ends early means a closed connection; every other zlib error means wrong data.
  if (code !== "Z_BUF_ERROR" && ZLIB_ERRORS.some((prefix) => code.startsWith(prefix)))
    return { kind: "shape", detail: "body cannot be decompressed" };
  const fault = NO_CONNECTION.test(code) ? "refused" : "cut-off";
  return { kind: "network", fault, detail: code || "no response" };
}

export function codeOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" && /^[A-Z_0-9]{1,60}$/.test(code) ? code : "";
}
