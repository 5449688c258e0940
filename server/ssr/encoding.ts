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

/** What zlib hands out stands in a larger piece of memory, which a kept page would keep with it. */
function exact(bytes: Buffer): Buffer {
  const own = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(own);
  return own;
}

const brotli = async (bytes: Buffer, options: BrotliOptions) =>
  exact(await compressBrotli(bytes, options));
const zip = async (bytes: Buffer, options: ZlibOptions) =>
  exact(await compressGzip(bytes, options));

/** Costs 3 to 7 ms a page; anything above does not belong on the request's path. */
const BROTLI_QUALITY = 4;
const GZIP_LEVEL = 6;
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } };

/** The best coding the reader takes (RFC 9110, section 12.5.3); a weight of 0 refuses one. */
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

let pending = 0;

/** Codings under way that somebody waits for. */
export function pendingEncodings(): number {
  return pending;
}

/** A whole page in the given coding. */
export async function encode(bytes: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === "identity") return bytes;
  pending += 1;
  try {
    return encoding === "br"
      ? await brotli(bytes, brotliOptions)
      : await zip(bytes, { level: GZIP_LEVEL });
  } finally {
    pending -= 1;
  }
}

/** The smallest a page gets; costs up to a hundred milliseconds of another thread. */
export function encodeBest(bytes: Buffer, encoding: "br" | "gzip"): Promise<Buffer> {
  if (encoding === "gzip") return zip(bytes, { level: constants.Z_BEST_COMPRESSION });
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_SIZE_HINT: size } = constants;
  return brotli(bytes, {
    params: { [quality]: constants.BROTLI_MAX_QUALITY, [size]: bytes.length },
  });
}

/** A coder for a stream; React flushes it whenever it has more to show. */
export function createEncoder(encoding: Encoding): Transform {
  if (encoding === "br") return createBrotliCompress(brotliOptions);
  return encoding === "gzip" ? createGzip({ level: GZIP_LEVEL }) : new PassThrough();
}
