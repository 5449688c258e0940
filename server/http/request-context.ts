import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../contract/request-context.ts";
import { noteData, requestStatsOf } from "../observability/request-stats.ts";
import { traceparentOf } from "../observability/trace-context.ts";

/** A fault that was known without asking: the source is left alone. The line of the request names it. */
const wasNotAsked = (fault: unknown) =>
  fault instanceof Error && "attempts" in fault && fault.attempts === 0;

/**
 * Who asks, as the data behind the site needs to know it: the signal fires when the reader leaves, or after
 * `limitMs`. One controller and one timer, gone with the answer: `AbortSignal.timeout` would hold what
 * listens to it, a whole page's tree, to the end of its time.
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
    traceparent: traceparentOf(request),
    signal: controller.signal,
    onData: (state) => noteData(stats, state),
    onSource: (note) => {
      stats.sources ??= [];
      stats.sources.push(note);
    },
    onError: (err) =>
      request.log[wasNotAsked(err) ? "debug" : "warn"]({ err }, "content source failed"),
  };
}
