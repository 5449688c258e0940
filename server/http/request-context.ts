import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../source/site-data.ts";
import { noteData, requestStatsOf, traceparentOf } from "./request-stats.ts";

/** True for an error without a call, while the circuit breaker is open. The request log line names it. */
const isWithoutCall = (error: unknown) =>
  error instanceof Error && "attempts" in error && error.attempts === 0;

/**
 * What the data services need to know of a request: the signal aborts when the client disconnects, or after
 * `limitMs`. One controller and one timer, cleared with the response: `AbortSignal.timeout` would keep its
 * listeners, the tree of a whole page, in memory until it fires.
 */
export function requestContextOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs }: { limitMs?: number } = {},
): RequestContext {
  const controller = new AbortController();
  const limit =
    limitMs === undefined ? undefined : setTimeout(() => controller.abort(), limitMs).unref();
  reply.raw.once("close", () => {
    clearTimeout(limit);
    if (!reply.raw.writableFinished) controller.abort();
  });
  const stats = requestStatsOf(request);
  return {
    requestId: request.id,
    // Made when the source is called: most requests find their data in a cache.
    get traceparent() {
      return traceparentOf(request);
    },
    signal: controller.signal,
    onData: (state) => noteData(stats, state),
    onSource: (note) => {
      stats.sources ??= [];
      stats.sources.push(note);
    },
    onError: (err) =>
      request.log[isWithoutCall(err) ? "debug" : "warn"]({ err }, "content source failed"),
  };
}
