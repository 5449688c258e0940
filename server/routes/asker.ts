import type { FastifyReply, FastifyRequest } from "fastify";
import type { Asker } from "../../shared/contract/api-data.ts";
import { accountOf, noteData } from "../observe/account.ts";
import { traceparentOf } from "../observe/trace-context.ts";

/** A fault that was known without asking: the source is left alone. The line of the request names it. */
const wasNotAsked = (fault: unknown) =>
  fault instanceof Error && "attempts" in fault && fault.attempts === 0;

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
  const account = accountOf(request);
  return {
    requestId: request.id,
    traceparent: traceparentOf(request),
    signal: controller.signal,
    onData: (state) => noteData(account, state),
    onSource: (note) => {
      account.sources ??= [];
      account.sources.push(note);
    },
    onFault: (err) =>
      request.log[wasNotAsked(err) ? "debug" : "warn"]({ err }, "content source failed"),
  };
}
