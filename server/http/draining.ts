import { setTimeout as wait } from "node:timers/promises";
import fp from "fastify-plugin";

/** Turns of the event loop without a new connection drain the port: a busy process accepts nothing for a while. */
const QUIET_TURNS = 8;
const TURN_MS = 5;
const MAX_HOLD_MS = 1_500;
const CLOSE_IDLE_EVERY_MS = 50;

declare module "fastify" {
  interface FastifyInstance {
    /** Closes a site without cutting off a response. */
    draining: {
      isDraining: () => boolean;
      /** From now on the site is not ready, and each response closes its connection. */
      begin: () => void;
      /** Holds requests until the port is closed: the kernel resets connections that wait to be accepted then. */
      closePort: () => Promise<void>;
    };
  }
}

export const drainingPlugin = fp(
  async (app) => {
    let isDraining = false;
    let isHolding = false;
    let connections = 0;
    const held: (() => void)[] = [];
    app.server.on("connection", () => {
      connections += 1;
    });
    app.addHook("onRequest", (_request, reply, done) => {
      if (isDraining) reply.raw.shouldKeepAlive = false;
      if (isHolding) held.push(done);
      else done();
    });

    async function closePort(): Promise<void> {
      isHolding = true;
      const heldSince = performance.now();
      let quietTurns = 0;
      while (quietTurns < QUIET_TURNS && performance.now() - heldSince < MAX_HOLD_MS) {
        const before = connections;
        await wait(TURN_MS);
        quietTurns = connections === before ? quietTurns + 1 : 0;
      }
      const closed = app.close();
      while (app.server.listening) await wait(1);
      isHolding = false;
      for (const proceed of held.splice(0)) proceed();
      // A response whose headers were sent before keeps its connection, which Node would close after its time.
      const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
      await closed;
      clearInterval(closing);
    }

    const begin = () => {
      isDraining = true;
    };
    app.decorate("draining", { isDraining: () => isDraining, begin, closePort });
  },
  // The time a request is held is part of its duration.
  { name: "draining", dependencies: ["request-log"] },
);
