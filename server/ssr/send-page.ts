import type { FastifyReply } from "fastify";
import type { PageResponse } from "../../shared/contract/page-renderer.ts";
import { cachePolicy } from "../http/cache/cache-control.ts";
import { chooseEncoding, createEncoder, encode } from "../http/cache/content-encoding.ts";
import { serverTiming } from "../http/cache/server-timing.ts";
import { pagePolicyHeaders } from "../http/security/content-security-policy.ts";
import { requestStatsOf } from "../observability/request-stats.ts";
import { bytesOf } from "./page-bytes.ts";
import { PAGE_VARY } from "./page-headers.ts";

type Rendered = PageResponse<NodeJS.WritableStream>;

/** As in `PageDeps`. */
interface Deps {
  publicOrigin: string;
  formOrigins: readonly string[];
}

async function sendWhole(reply: FastifyReply, rendered: Rendered): Promise<FastifyReply> {
  const bytes = await bytesOf(rendered);
  const isGood = rendered.status < 400 && !rendered.isLive;
  const good = rendered.leftOutBytes === null ? cachePolicy.page : cachePolicy.savingPage;
  reply.header("cache-control", isGood ? good : cachePolicy.error);
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.send(await encode(bytes, encoding));
}

function sendStream(reply: FastifyReply, rendered: Rendered): FastifyReply {
  reply.header("cache-control", cachePolicy.streamedPage);
  reply.header("x-accel-buffering", "no");
  const encoding = chooseEncoding(reply.request.headers["accept-encoding"]);
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  const flow = createEncoder(encoding);
  rendered.pipe(flow);
  return reply.send(flow);
}

/** Sends a rendered page: whole and shareable, or as a stream with a nonce. */
export async function sendPage(
  reply: FastifyReply,
  rendered: Rendered,
  { publicOrigin, formOrigins }: Deps,
): Promise<FastifyReply> {
  const isSecure = publicOrigin.startsWith("https:");
  const { nonce, styleHashes } = rendered;
  reply.code(rendered.status);
  reply.header("content-type", "text/html; charset=utf-8");
  reply.header("vary", PAGE_VARY);
  const saves = rendered.leftOutBytes !== null;
  const policy = { nonce, isSecure, styleHashes, formOrigins, savesData: saves };
  reply.headers(pagePolicyHeaders(policy));
  const stats = requestStatsOf(reply.request);
  stats.pageCache = "skip";
  stats.isStreamed = nonce !== null;
  reply.header("server-timing", serverTiming(stats));
  if (rendered.retryAfterSeconds !== null) reply.header("retry-after", rendered.retryAfterSeconds);
  return nonce === null ? sendWhole(reply, rendered) : sendStream(reply, rendered);
}
