import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker } from "../../shared/contract/api-data.ts";

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Who asks, as the data behind the site needs to know it: the signal fires when the reader leaves. */
export function askerOf(request: FastifyRequest, reply: FastifyReply): Asker {
  const controller = new AbortController();
  reply.raw.once("close", () => {
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
