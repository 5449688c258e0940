import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker } from "../../shared/contract/api-data.ts";

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * Who asks, as the data behind the site needs to know it: the signal fires when the reader leaves, or after
 * `limitMs`. One controller and one timer, gone with the answer: `AbortSignal.timeout` would hold what
 * listens to it, a whole page's tree, to the end of its time.
 */
export function askerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { limitMs }: { limitMs?: number } = {},
): Asker {
  const controller = new AbortController();
  const limit =
    limitMs === undefined ? undefined : setTimeout(() => controller.abort(), limitMs).unref();
  reply.raw.once("close", () => {
    clearTimeout(limit);
    if (!reply.raw.writableFinished) controller.abort();
  });
  const traceparent = request.headers.traceparent;
  return {
    requestId: request.id,
    traceparent:
      typeof traceparent === "string" && TRACEPARENT.test(traceparent) ? traceparent : undefined,
    signal: controller.signal,
    onFault: (fault) => request.log.warn({ err: fault }, "content source failed"),
  };
}
