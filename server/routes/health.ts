import type { FastifyInstance } from "fastify";
import type { Readiness } from "../observe/readiness.ts";

/**
 * For orchestrators: `/health/live` says the process answers, `/health/ready` that it takes readers, and
 * how each part is. A site whose source is away is ready: it serves what it has.
 */
export async function healthRoutes(
  app: FastifyInstance,
  { isDraining, readiness }: { isDraining: () => boolean; readiness: () => Readiness },
): Promise<void> {
  app.get("/health/live", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/health/ready", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    const { isReady, parts } = readiness();
    if (isDraining() || !isReady) reply.code(503);
    const status = isDraining() ? "draining" : isReady ? "ready" : "not-ready";
    const degraded = Object.values(parts).some(({ state }) => state !== "ok");
    return { status, degraded, parts };
  });
}
