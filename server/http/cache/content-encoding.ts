import { PassThrough, type Transform } from "node:stream";
import { promisify } from "node:util";
import {
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  gzip,
  type ZlibOptions,
} from "node:zlib";

export type Encoding = "br" | "gzip" | "identity";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A buffer of zlib is a slice of a larger one, which a cached page would keep in memory. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

const brotli = async (bytes: Buffer, options: BrotliOptions) =>
  copyOf(await compressBrotli(bytes, options));
const zip = async (bytes: Buffer, options: ZlibOptions) =>
  copyOf(await compressGzip(bytes, options));

/** Takes 3 to 7 ms a page; higher levels are too slow while a request waits. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

/** The best encoding the client accepts (RFC 9110, section 12.5.3); a weight of 0 refuses one. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const part of (acceptEncoding ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const weight = parameters.find((text) => text.startsWith("q="));
    weights.set(name, weight ? Number(weight.slice(2)) : 1);
  }
  const accepts = (name: string) => (weights.get(name) ?? weights.get("*") ?? 0) > 0;
  if (accepts("br")) return "br";
  return accepts("gzip") ? "gzip" : "identity";
}

/** A whole response in the given encoding. */
export async function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  return encoding === "br" ? brotli(bytes, brotliOptions) : zip(bytes, { level: GZIP_LEVEL });
}

/** The smallest encoding; takes up to a hundred milliseconds of another thread. */
export function encodeBest(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return zip(bytes, { level: constants.Z_BEST_COMPRESSION });
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants;
  return brotli(bytes, {
    params: { [quality]: constants.BROTLI_MAX_QUALITY, [size]: bytes.length },
  });
}

/** An encoder for a stream; React flushes it with each part of the page. */
export function createEncoder(encoding: Encoding): Transform {
  if (encoding === "br") return createBrotliCompress(brotliOptions);
  return encoding === "gzip" ? createGzip({ level: GZIP_LEVEL }) : new PassThrough();
}
