import type { SourceFaultName } from "../../../shared/contract/source-faults.ts";
import type { UpstreamErrorKind } from "../upstream-error.ts";

interface HttpErrorDetails {
  kind: UpstreamErrorKind;
  fault?: SourceFaultName;
  detail: string;
  status?: number;
  retryAfterSeconds?: number | null;
  sourceMessage?: string | null;
  cause?: unknown;
  /** A retry may succeed. */
  isTransient?: boolean;
  /** The connection ended, which says nothing about the source's load. */
  isRetriedAtOnce?: boolean;
}

/** The error of one attempt. The client throws it as an `UpstreamError` once no retry is left. */
export class HttpError extends Error {
  readonly details: HttpErrorDetails;

  constructor(details: HttpErrorDetails) {
    super(details.detail);
    this.name = "HttpError";
    this.details = details;
  }
}

/** Of a name that does not resolve, a host that cannot be reached, a port where nothing listens, a certificate. */
const NO_CONNECTION =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CERT_|ERR_TLS_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** Of a connection that ended before its response. */
const CLOSED = /^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/;

/** A body shorter than announced, as undici calls it on a connection that is not kept alive. */
const TOO_SHORT = "UND_ERR_RES_CONTENT_LENGTH_MISMATCH";

/** Classifies an error of the transport or of a decompressor. */
export function toHttpError(error: unknown): HttpError {
  if (error instanceof HttpError) return error;
  // The reason of `AbortSignal.timeout`.
  if (error instanceof Error && error.name === "TimeoutError")
    return new HttpError({ kind: "timeout", detail: "whole call" });
  const code = readCode(error);
  const cause = withoutPayload(error, code);
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    return new HttpError({ kind: "timeout", detail: "connect", cause, isTransient: true });
  }
  if (code === "UND_ERR_HEADERS_TIMEOUT") {
    return new HttpError({ kind: "timeout", detail: "headers", cause });
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new HttpError({ kind: "size", detail: "headers", cause });
  }
  // An early end of compressed data is a closed connection; every other error of zlib is wrong data.
  if (code !== "Z_BUF_ERROR" && /^(?:Z_|ERR__|ERR_BROTLI|ERR_TRAILING_JUNK)/.test(code)) {
    return new HttpError({ kind: "shape", detail: "body cannot be decompressed", cause });
  }
  return new HttpError({
    kind: "network",
    fault: NO_CONNECTION.test(code) ? "refused" : "cut-off",
    detail: code === TOO_SHORT ? "closed" : code || "no response",
    cause,
    isTransient: true,
    isRetriedAtOnce: CLOSED.test(code),
  });
}

function readCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" && /^[A-Z_0-9]{1,60}$/.test(code) ? code : "";
}

/** undici's parser error carries the bytes it could not parse, which must not be logged. */
function withoutPayload(error: unknown, code: string): unknown {
  return error instanceof Error && "data" in error ? new Error(code || error.name) : error;
}
