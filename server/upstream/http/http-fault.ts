import type { UpstreamFault } from "../upstream-error.ts";

export interface FaultDetails {
  kind: UpstreamFault;
  detail: string;
  status?: number;
  retryAfterSeconds?: number | null;
  sourceMessage?: string | null;
  cause?: unknown;
  /** A second try may go better, and there may be time for it. */
  isTransient?: boolean;
}

/** What went wrong in one attempt. The client makes it an `UpstreamError` once no retry is left. */
export class HttpFault extends Error {
  readonly details: FaultDetails;

  constructor(details: FaultDetails) {
    super(details.detail);
    this.name = "HttpFault";
    this.details = details;
  }
}

/** Sorts what the transport or a decompressor threw. */
export function toHttpFault(error: unknown): HttpFault {
  if (error instanceof HttpFault) return error;
  const code = readCode(error);
  const cause = withoutPayload(error, code);
  if (code === "UND_ERR_CONNECT_TIMEOUT") {
    return new HttpFault({ kind: "timeout", detail: "connect", cause, isTransient: true });
  }
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new HttpFault({ kind: "size", detail: "headers", cause });
  }
  // An early end of compressed data is a connection cut off, all else of zlib's is wrong data.
  if (code !== "Z_BUF_ERROR" && /^(?:Z_|ERR__|ERR_BROTLI|ERR_TRAILING_JUNK)/.test(code)) {
    return new HttpFault({ kind: "shape", detail: "body cannot be decompressed", cause });
  }
  return new HttpFault({ kind: "network", detail: code || "no answer", cause, isTransient: true });
}

function readCode(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : "";
  return typeof code === "string" && /^[A-Z_0-9]{1,60}$/.test(code) ? code : "";
}

/** undici's parser error carries the bytes it could not read; they have no place in a log. */
function withoutPayload(error: unknown, code: string): unknown {
  return error instanceof Error && "data" in error ? new Error(code || error.name) : error;
}
