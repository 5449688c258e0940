import { createServer, type Server } from "node:http";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Registry } from "prom-client";

/**
 * For orchestrators: `/health/live` says the process responds, `/health/ready` that it takes traffic, and
 * the state of each check. A site whose source is down is ready: it serves cached data.
 */
export async function healthRoutes(app: FastifyInstance): Promise<void> {
  const { isDraining } = app.draining;
  app.get("/health/live", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/health/ready", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    const { isReady, checks } = app.readiness();
    if (isDraining() || !isReady) reply.code(503);
    const status = isDraining() ? "draining" : isReady ? "ready" : "not-ready";
    const degraded = Object.values(checks).some(({ state }) => state !== "ok");
    return { status, degraded, parts: checks };
  });
}

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;
const FORWARDED = ["forwarded", "x-forwarded-for", "x-real-ip", "via"] as const;

/** A peer on this machine; not a client behind a proxy on this machine. */
const isOwnMachine = ({ raw, headers }: FastifyRequest) =>
  LOOPBACK.test(raw.socket.remoteAddress ?? "") &&
  FORWARDED.every((name) => headers[name] === undefined);

/** `/metrics` beside the pages, for callers on this machine; 404 for all others. */
export async function metricsRoute(app: FastifyInstance): Promise<void> {
  app.get("/metrics", async (request, reply) => {
    if (!isOwnMachine(request)) return reply.callNotFound();
    const { registry } = app.metrics;
    reply.header("cache-control", "no-store").type(registry.contentType);
    return reply.send(await registry.metrics());
  });
}

/** The same on a separate port (`METRICS_PORT`), which the operator exposes as needed. */
export function createMetricsServer(registry: Registry): Server {
  return createServer(async (request, response) => {
    const isMetrics = request.method === "GET" && request.url?.split("?", 1)[0] === "/metrics";
    if (!isMetrics) {
      response.writeHead(404).end();
      return;
    }
    const headers = { "content-type": registry.contentType, "cache-control": "no-store" };
    response.writeHead(200, headers).end(await registry.metrics());
  });
}
