import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const TEXT = /\.(?:js|css|svg|json|webmanifest|txt|xml|ico)$/;
/** Below this the header of the content encoding costs more than it saves. */
const SMALLEST_BYTES = 200;

const brotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Writes `.br` and `.gz` next to every text file of the build, at the best quality. */
export async function precompress(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => TEXT.test(path) && !path.includes(".vite"))
    .map((path) => join(folder, path));
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < SMALLEST_BYTES || existsSync(`${file}.br`)) return;
      const [br, gz] = await Promise.all([
        brotli(bytes, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
            [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
          },
        }),
        compressGzip(bytes, { level: constants.Z_BEST_COMPRESSION }),
      ]);
      writeFileSync(`${file}.br`, br);
      writeFileSync(`${file}.gz`, gz);
    }),
  );
}
