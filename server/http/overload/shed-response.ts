import type { FastifyBaseLogger, FastifyReply } from "fastify";
import { isBffUrl } from "../../contract/bff-url.ts";
import { requestStatsOf } from "../../observability/request-stats.ts";
import { cachePolicy } from "../cache/cache-control.ts";
import { sendProblem } from "../problems.ts";
import { securityHeaders } from "../security/security-headers.ts";

const RETRY_AFTER_SECONDS = 5;
const LOG_EVERY_MS = 1_000;
const BUSY = "The site is very busy. Please try again in a few seconds.";
const BUSY_PAGE = Buffer.from(`${BUSY}\n`);

/** Makes the sender of the 503 for a shed request: a problem under `/bff`, else a short text. */
export function createShedResponse(options: {
  isSecure: boolean;
}): (reply: FastifyReply) => FastifyReply {
  const logShed = createShedLog();
  // Made once: shedding must cost next to nothing.
  const headers = Object.entries({
    ...securityHeaders(options),
    "retry-after": String(RETRY_AFTER_SECONDS),
    "cache-control": cachePolicy.error,
    "content-type": "text/plain; charset=utf-8",
    "content-length": String(BUSY_PAGE.length),
  }).flat();
  return (reply) => {
    const { request } = reply;
    const stats = requestStatsOf(request);
    stats.isShed = true;
    logShed(request.log);
    if (isBffUrl(request.url)) {
      reply.header("retry-after", RETRY_AFTER_SECONDS);
      return sendProblem(reply, { status: 503, message: BUSY });
    }
    reply.hijack();
    stats.bytes = BUSY_PAGE.length;
    stats.ttfbMs = performance.now() - stats.startedAt;
    reply.raw.writeHead(503, [...headers, "x-request-id", request.id]);
    reply.raw.end(BUSY_PAGE);
    return reply;
  };
}

/** Logs that requests were shed: a line a second at most, with their number. */
function createShedLog(): (log: FastifyBaseLogger) => void {
  let shed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (log) => {
    shed += 1;
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    log.warn({ shed }, "requests shed");
    shed = 0;
  };
}
