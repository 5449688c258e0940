import type { FastifyInstance } from "fastify";

/** For orchestrators: `/health/live` says the process answers, `/health/ready` that it takes readers. */
export async function healthRoutes(
  app: FastifyInstance,
  { isDraining }: { isDraining: () => boolean },
): Promise<void> {
  app.get("/health/live", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return { status: "ok" };
  });
  app.get("/health/ready", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (isDraining()) reply.code(503);
    return { status: isDraining() ? "draining" : "ready" };
  });
}
