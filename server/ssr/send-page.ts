import type { FastifyReply } from "fastify";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { acceptedEncoding, createEncoder } from "../http/cache/encodings.ts";
import { requestStatsOf } from "../observability/request-stats.ts";
import { bytesOf } from "./page-bytes.ts";
import { pageHeaders } from "./page-headers.ts";

type Rendered = PageResponse<NodeJS.WritableStream>;

function sendStream(reply: FastifyReply, rendered: Rendered): FastifyReply {
  reply.header("x-accel-buffering", "no");
  const encoding = acceptedEncoding(reply.request);
  if (encoding !== null) reply.header("content-encoding", encoding);
  const flow = createEncoder(encoding);
  rendered.pipe(flow);
  return reply.send(flow);
}

/** Sends a rendered page that is not cached: whole, or as a stream with a nonce. */
export async function sendPage(
  reply: FastifyReply,
  rendered: Rendered,
  site: { publicOrigin: string; formOrigins: readonly string[] },
): Promise<FastifyReply> {
  const { nonce, retryAfterSeconds, status } = rendered;
  reply.code(status).headers(pageHeaders(rendered, site));
  const stats = requestStatsOf(reply.request);
  stats.pageCache = "skip";
  stats.isStreamed = nonce !== null;
  if (retryAfterSeconds !== null) reply.header("retry-after", retryAfterSeconds);
  return nonce === null ? reply.send(await bytesOf(rendered)) : sendStream(reply, rendered);
}
