import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import { HttpFault } from "./http-fault.ts";

export const acceptEncoding = "gzip, br";

export interface BodyOptions {
  /** The answer's `content-encoding`, empty when it has none. */
  encoding: string;
  maxBytes: number;
}

/**
 * The whole body, decompressed. Both the bytes of the wire and those that come out of the
 * decompressor are counted as they flow, so a small body that unpacks to a huge one is cut off at
 * the limit. Throws `HttpFault`, or what the stream threw; the body is consumed or destroyed either
 * way.
 */
export async function readBody(
  body: Readable,
  { encoding, maxBytes }: BodyOptions,
): Promise<Buffer> {
  // A body that is dropped half read reports that as an error of its own, which nobody needs to
  // hear.
  body.on("error", () => {});
  const decompressor = createDecompressor(encoding);
  if (decompressor === undefined) {
    body.destroy();
    throw new HttpFault({ kind: "shape", detail: "unknown content-encoding" });
  }
  const chunks: Buffer[] = [];
  const collect = async (source: AsyncIterable<Buffer>): Promise<void> => {
    for await (const chunk of countBytes(source, maxBytes)) chunks.push(chunk);
  };
  if (decompressor === null) await pipeline(body, collect);
  else await pipeline(body, (wire) => countBytes(wire, maxBytes), decompressor, collect);
  return Buffer.concat(chunks);
}

async function* countBytes(
  source: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > maxBytes) throw new HttpFault({ kind: "size", detail: "body over the limit" });
    yield chunk;
  }
}

/** Null for a body as it is, undefined for an encoding nobody asked for. */
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
