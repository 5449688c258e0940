import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { HttpError } from "./http-error.ts";

export const acceptEncoding = "gzip, br";

export interface BodyOptions {
  /** The response's `content-encoding`, empty when it has none. */
  encoding: string;
  maxBytes: number;
  /** The size of the decompressed body, when known: memory is reserved once, and no part is kept. */
  expectedBytes?: number;
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
  { encoding, maxBytes, expectedBytes, onPart = () => {} }: BodyOptions,
): Promise<Buffer> {
  // A body that is destroyed before its end emits an error, which is of no interest.
  body.on("error", () => {});
  const decompressor = createDecompressor(encoding);
  if (decompressor === undefined) {
    body.destroy();
    throw new HttpError({ kind: "shape", detail: "unknown content-encoding" });
  }
  const collected = expectedBytes === undefined ? collectParts() : collectBytes(expectedBytes);
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of countBytes(source, maxBytes)) {
      onPart(chunk);
      collected.add(chunk);
    }
  };
  if (decompressor === null) await pipeline(body, collect);
  else await pipeline(body, (wire) => countBytes(wire, maxBytes), decompressor, collect);
  return collected.end();
}

function collectParts() {
  const parts: Buffer[] = [];
  return { add: (part: Buffer) => void parts.push(part), end: () => Buffer.concat(parts) };
}

function collectBytes(size: number) {
  const bytes = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  return {
    add: (part: Buffer) => {
      if (filled + part.length > size)
        throw new HttpError({ kind: "size", detail: "body over its content-length" });
      filled += part.copy(bytes, filled);
    },
    end: () => bytes.subarray(0, filled),
  };
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
