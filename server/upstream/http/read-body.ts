import type { IncomingHttpHeaders } from "node:http";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { DAY_MS, SECOND_MS } from "../../../shared/time.ts";
import { HttpError } from "./http-error.ts";

export const acceptEncoding = "gzip, br";

interface BodyOptions {
  /** The response's `content-encoding`, empty when it has none. */
  encoding: string;
  maxBytes: number;
  /** Called with each part of the decompressed body, for a digest. */
  onPart?: (part: Buffer) => void;
}

/**
 * The whole body, decompressed. Bytes are counted before and after decompression, so a small body
 * that expands to a huge one ends at the limit. Throws `HttpError` or the error of the stream; the
 * body is consumed or destroyed in any case.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes, onPart = () => {} }: BodyOptions,
): Promise<Buffer> {
  // A body that is destroyed before its end emits an error, which is of no interest.
  body.on("error", () => {});
  const decompressor = createDecompressor(encoding);
  if (decompressor === undefined) {
    body.destroy();
    throw new HttpError({ kind: "shape", detail: "unknown content-encoding" });
  }
  const parts: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of countBytes(source, maxBytes)) {
      onPart(part);
      parts.push(part);
    }
  };
  if (decompressor === null) await pipeline(body, collect);
  else await pipeline(body, (wire) => countBytes(wire, maxBytes), decompressor, collect);
  return Buffer.concat(parts);
}

async function* countBytes(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new HttpError({ kind: "size", detail: "body over the limit" });
    yield chunk;
  }
}

/** Null for no encoding, undefined for one that was not requested. */
function createDecompressor(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}

/** One header as text, empty when absent. */
export function readHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

const maxRetryAfterSeconds = DAY_MS / SECOND_MS;

/** `Retry-After` (seconds or a date) as seconds from now, a day at most; null when absent or malformed. */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const text = readHeader(headers, "retry-after").trim();
  if (text === "") return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
}
