import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import { encode } from "../http/cache/content-encoding.ts";

const inKilobytes = (bytes: number) => String(Math.ceil(bytes / 1_000));

/**
 * The page with the figures of its notice: its own bytes in Brotli as a request that waits gets them, and with
 * those of the files that it does without. The notice is the first text of the page, before any of the source.
 */
export async function withDataSaverFigures(page: Buffer, leftOutBytes: number): Promise<Buffer> {
  const { length: used } = await encode(page, "br");
  const html = page.toString();
  const from = html.indexOf("<body");
  const body = html
    .slice(from)
    .replace(DATA_SAVER.usedMark, inKilobytes(used))
    .replace(DATA_SAVER.fullMark, inKilobytes(used + leftOutBytes));
  return Buffer.from(html.slice(0, from) + body);
}
