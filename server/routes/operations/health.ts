import type { FastifyInstance } from "fastify";

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
