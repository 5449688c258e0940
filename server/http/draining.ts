import { setTimeout as wait } from "node:timers/promises";
import fp from "fastify-plugin";

/** Turns of the event loop in which connections are accepted, a few in each: a busy process accepts none for a while. */
const ACCEPTING_TURNS = 20;
const TURN_MS = 5;
const CLOSE_IDLE_EVERY_MS = 50;

declare module "fastify" {
  interface FastifyInstance {
    isDraining: () => boolean;
    /** Closes the site without cutting off a response. It serves for so long, not ready, and each response closes its connection. */
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
    // Until the port is closed: the kernel resets connections that wait to be accepted then.
    isHolding = true;
    for (let turn = 0; turn < ACCEPTING_TURNS; turn += 1) await wait(TURN_MS);
    const closed = app.close();
    while (app.server.listening) await wait(1);
    isHolding = false;
    for (const proceed of held.splice(0)) proceed();
    // A response whose headers were sent before keeps its connection, which Node would close after its time.
    const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    await closed;
    clearInterval(closing);
  });
});
