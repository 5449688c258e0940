import type { FastifyInstance } from "fastify";

/** One line a request at its end, and the id on every answer. The route is its template, never the URL. */
export function addRequestLog(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, _payload, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
  const line = (request: { method: string; routeOptions: { url?: string | undefined } }) => ({
    method: request.method,
    route: request.routeOptions.url ?? "(unknown)",
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        ...line(request),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
  app.addHook("onRequestAbort", async (request) => {
    request.log.info({ ...line(request), aborted: true }, "request");
  });
}
