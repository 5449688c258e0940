import type { IncomingHttpHeaders } from "node:http";
import { PassThrough } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance, FastifyReply } from "fastify";
import { DATA_SAVER } from "../../shared/contract/data-saver.ts";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { acceptedEncoding, createEncoder, encode } from "../http/finish-response.ts";
import { cachePolicy, pagePolicyHeaders } from "../http/headers.ts";

export type Rendered = PageResponse<NodeJS.WritableStream>;

/** The bytes of a page, once it is rendered completely. */
export function bytesOf({ pipe }: Pick<Rendered, "pipe">): Promise<Buffer> {
  // React takes the event `close` for a visitor who has left.
  const through = new PassThrough({ emitClose: false });
  pipe(through);
  return buffer(through);
}

/** Two pages have this URL, by what the visitor's browser and the visitor say (docs/decisions/0060). */
const PAGE_VARY = "Accept-Encoding, Save-Data, Cookie";

function cacheControlOf({ nonce, status, isLive, leftOutBytes, freshness }: Rendered): string {
  if (nonce !== null) return cachePolicy.streamedPage;
  if (status >= 400 || isLive) return cachePolicy.error;
  if (leftOutBytes !== null) return cachePolicy.savingPage;
  const isGood = freshness.state === "static" || freshness.state === "fresh";
  return isGood ? cachePolicy.page : cachePolicy.stale;
}

/** The headers that pages have beside those of every response. */
export const pageHeaders = (app: FastifyInstance, rendered: Rendered): Record<string, string> => ({
  ...pagePolicyHeaders(rendered, app),
  "content-type": "text/html; charset=utf-8",
  "cache-control": cacheControlOf(rendered),
  vary: PAGE_VARY,
});

/** Sends a rendered page that is not cached: whole, or as a stream with a nonce. */
export async function sendPage(reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  const { nonce, retryAfterSeconds, status } = rendered;
  reply.code(status).headers(pageHeaders(reply.server, rendered));
  const { stats } = reply.request;
  stats.pageCache = "skip";
  stats.isStreamed = nonce !== null;
  if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds);
  if (nonce === null) return reply.send(await bytesOf(rendered));
  reply.header("x-accel-buffering", "no");
  const encoding = acceptedEncoding(reply.request);
  if (encoding !== null) reply.header("content-encoding", encoding);
  const flow = createEncoder(encoding);
  rendered.pipe(flow);
  return reply.send(flow);
}

const CHOICE = new RegExp(`(?:^|;)\\s*${DATA_SAVER.cookie}=([01])\\s*(?:;|$)`);

/** What the browser asks for by itself (Save Data API, section 5). */
export const asksToSaveData = (headers: IncomingHttpHeaders): boolean =>
  String(headers["save-data"]).trim().toLowerCase() === "on";

/** Whether the page is sent without scripts, fonts and pictures: the visitor's own choice goes first. */
export function savesData(headers: IncomingHttpHeaders): boolean {
  const choice = CHOICE.exec(headers.cookie ?? "")?.[1];
  return choice === undefined ? asksToSaveData(headers) : choice === "1";
}

const inKilobytes = (bytes: number) => String(Math.ceil(bytes / 1_000));

/** Under data saver, with its own bytes in Brotli and those of the files it does without. The notice is its first text. */
export async function withFigures(rendered: Rendered): Promise<Rendered> {
  const { leftOutBytes, nonce } = rendered;
  if (leftOutBytes === null || nonce !== null) return rendered;
  const bytes = await bytesOf(rendered);
  const { length: used } = await encode(bytes, "br");
  const html = bytes.toString();
  const from = html.indexOf("<body");
  const body = html
    .slice(from)
    .replace(DATA_SAVER.usedMark, inKilobytes(used))
    .replace(DATA_SAVER.fullMark, inKilobytes(used + leftOutBytes));
  const page = Buffer.from(html.slice(0, from) + body);
  const pipe = (destination: NodeJS.WritableStream) => {
    destination.end(page);
  };
  return { ...rendered, pipe };
}
