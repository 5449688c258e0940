import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { encode } from "../http/cache/content-encoding.ts";
import { bytesOf } from "./page-bytes.ts";

type Rendered = PageResponse<NodeJS.WritableStream>;

const inKilobytes = (bytes: number) => String(Math.ceil(bytes / 1_000));

/**
 * The page with the figures of its notice: its own bytes in Brotli as a request that waits gets them, and with
 * those of the files that it does without. The notice is the first text of the page, before any of the source.
 */
async function withFigures(html: string, leftOutBytes: number): Promise<string> {
  const { length: used } = await encode(Buffer.from(html), "br");
  const from = html.indexOf("<body");
  const body = html
    .slice(from)
    .replace(DATA_SAVER.usedMark, inKilobytes(used))
    .replace(DATA_SAVER.fullMark, inKilobytes(used + leftOutBytes));
  return html.slice(0, from) + body;
}

/** A page under data saver as it is sent; any other page as it is. */
export async function finishSavingPage(rendered: Rendered): Promise<Rendered> {
  const { leftOutBytes, nonce } = rendered;
  if (leftOutBytes === null || nonce !== null) return rendered;
  const html = (await bytesOf(rendered)).toString();
  const bytes = Buffer.from(await withFigures(html, leftOutBytes));
  return { ...rendered, pipe: (destination) => void destination.end(bytes) };
}
