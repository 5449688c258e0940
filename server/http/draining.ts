import { setTimeout as wait } from "node:timers/promises";
import fp from "fastify-plugin";

/** The turns in which waiting connections are still accepted. Each turn accepts only a few, and a busy process none for a while. */
const ACCEPTING_TURNS = 20;
const TURN_MS = 5;
const CLOSE_IDLE_EVERY_MS = 50;

declare module "fastify" {
  interface FastifyInstance {
    isDraining: () => boolean;
    /** Serves for a while, but reports not ready, so that load balancers send their visitors elsewhere. */
    drain: (servingMs: number) => Promise<void>;
  }
}

export const drainingPlugin = fp(async (app) => {
  let isDraining = false;
  let isHolding = false;
  const held: (() => void)[] = [];
  app.addHook("onRequest", (_request, reply, done) => {
    if (isDraining) reply.raw.shouldKeepAlive = false;
    if (isHolding) held.push(done);
    else done();
  });

  app.decorate("isDraining", () => isDraining);
  app.decorate("drain", async (servingMs) => {
    isDraining = true;
    await wait(servingMs);
  });

  let closing: NodeJS.Timeout | undefined;
  async function releaseOncePortIsClosed(): Promise<void> {
    while (app.server.listening) await wait(1);
    isHolding = false;
    for (const proceed of held.splice(0)) proceed();
    // A response whose headers were sent earlier keeps its connection alive; close the connection once it is idle.
    closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  }
  // Closing the port resets connections that are not accepted yet, so hold requests and accept all connections first.
  app.addHook("preClose", async () => {
    if (!isDraining) return;
    isHolding = true;
    for (let turn = 0; turn < ACCEPTING_TURNS; turn += 1) await wait(TURN_MS);
    void releaseOncePortIsClosed();
  });
  app.addHook("onClose", async () => clearInterval(closing));
});
