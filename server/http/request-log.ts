import type { ServerResponse } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { isbot } from "isbot";
import { LRUCache } from "lru-cache";
import type { RequestLine } from "./request-log-line.schema.ts";
import { type RequestStats, requestStatsOf, tenths, traceIdOf } from "./request-stats.ts";
import { hasFewHeaders } from "./security-headers.ts";

/** The client closed the connection before there was a status; as in nginx. */
const CLIENT_CLOSED = 499;

/** Most visitors share a few values of `User-Agent`. */
const robots = new LRUCache<string, boolean>({ max: 500, memoMethod: (agent) => isbot(agent) });

/** The length of the body as Fastify knows it, else the bytes written on the socket since the headers. */
function bytesOf(request: FastifyRequest, reply: FastifyReply, stats: RequestStats): number {
  if (reply.raw.statusCode === 304) return 0;
  const length = reply.getHeader("content-length");
  if (length !== undefined && isComplete(reply.raw)) return Number(length);
  return Math.max(0, (request.raw.socket?.bytesWritten ?? 0) - stats.socketBytes);
}

/** True when the response was sent to its end. An injected request has no socket. */
const isComplete = (response: ServerResponse) =>
  response.writableFinished || (response.writableEnded && "_lightMyRequest" in response);

/** The log line of a request whose response has ended. */
function logLine(
  request: FastifyRequest,
  response: ServerResponse,
  stats: RequestStats,
): RequestLine {
  const aborted = !isComplete(response);
  const line: RequestLine = {
    reqId: request.id,
    traceId: traceIdOf(request),
    method: request.raw.method ?? "GET",
    route: stats.route ?? "(unknown)",
    status: aborted && !response.headersSent ? CLIENT_CLOSED : response.statusCode,
    durationMs: tenths(performance.now() - stats.startedAt),
    bytes: request.raw.method === "HEAD" ? 0 : (stats.bytes ?? 0),
    robot: robots.memo(request.headers["user-agent"] ?? ""),
    aborted,
  };
  if (stats.ttfbMs !== null) line.ttfbMs = tenths(stats.ttfbMs);
  if (stats.pageCache !== null) line.pageCache = stats.pageCache;
  if (stats.data !== null) line.data = stats.data;
  if (stats.sources !== null) line.sources = stats.sources;
  if (stats.renderMs !== null) line.renderMs = stats.renderMs;
  if (stats.isShed) line.shed = true;
  if (stats.limited !== null) line.limited = stats.limited;
  return line;
}

/** Logs a request at its end: `close` comes once, whichever side ended it. */
export function logAtEnd(request: FastifyRequest, reply: FastifyReply): void {
  const stats = requestStatsOf(request);
  reply.raw.on("close", () => {
    stats.route ??= request.routeOptions.url ?? null;
    stats.bytes ??= bytesOf(request, reply, stats);
    const line = logLine(request, reply.raw, stats);
    request.server.log.info(line, "request");
    request.server.metrics.requestEnded(line, stats);
  });
}

/** One log line for each request, and the id on every response but files that pages load. The route is its template, never the URL. */
export const requestLogPlugin = fp(
  async (app) => {
    app.decorateRequest("stats", null);
    app.decorateRequest("spanTraceparent", null);
    app.addHook("onRequest", (request, reply, done) => {
      logAtEnd(request, reply);
      done();
    });
    app.addHook("onSend", (request, reply, _payload, done) => {
      // A page asks for many files, and no one asks after one of them.
      if (!hasFewHeaders(request, reply)) reply.header("x-request-id", request.id);
      const stats = requestStatsOf(request);
      stats.ttfbMs = performance.now() - stats.startedAt;
      stats.socketBytes = request.raw.socket?.bytesWritten ?? 0;
      done();
    });
  },
  { name: "request-log", dependencies: ["observability"] },
);
