import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";

/**
 * No new connection in so many turns of the event loop: the accept queue of the port is drained. Turns, not
 * time: a busy process accepts nothing for a while though connections wait.
 */
const QUIET_TURNS = 8;
const TURN_MS = 5;
const MAX_HOLD_MS = 1_500;
const CLOSE_IDLE_EVERY_MS = 50;

/** Closes a site without cutting off a response. */
interface Draining {
  isDraining(): boolean;
  /** From now on the site is not ready, and each response closes its connection. */
  begin(): void;
  /**
   * Closes the port. Requests that arrive meanwhile are held until it is closed: their clients wait and open
   * no new connection. The kernel resets connections that are still in the accept queue when the port closes.
   */
  closePort(): Promise<void>;
}

declare module "fastify" {
  interface FastifyInstance {
    draining: Draining;
  }
}

interface State {
  isDraining: boolean;
  isHolding: boolean;
  /** Connections accepted so far. */
  connections: number;
  /** Continues the requests that are held. */
  held: (() => void)[];
}

export const drainingPlugin = fp(
  async (app) => {
    const state: State = { isDraining: false, isHolding: false, connections: 0, held: [] };
    addHooks(state, app);
    app.decorate("draining", {
      isDraining: () => state.isDraining,
      begin: () => {
        state.isDraining = true;
      },
      closePort: () => closePort(state, app),
    });
  },
  // The time a request is held is part of its duration.
  { name: "draining", dependencies: ["request-log"] },
);

function addHooks(state: State, app: FastifyInstance): void {
  app.server.on("connection", () => {
    state.connections += 1;
  });
  app.addHook("onRequest", (_request, reply, done) => {
    if (state.isDraining) reply.raw.shouldKeepAlive = false;
    if (state.isHolding) state.held.push(done);
    else done();
  });
}

async function closePort(state: State, app: FastifyInstance): Promise<void> {
  state.isHolding = true;
  const heldSince = performance.now();
  let quietTurns = 0;
  while (quietTurns < QUIET_TURNS && performance.now() - heldSince < MAX_HOLD_MS) {
    const before = state.connections;
    await wait(TURN_MS);
    quietTurns = state.connections === before ? quietTurns + 1 : 0;
  }
  const closed = app.close();
  while (app.server.listening) await wait(1);
  state.isHolding = false;
  for (const proceed of state.held.splice(0)) proceed();
  // A response whose headers were sent before keeps its connection, which Node would close after its time.
  const closing = setInterval(() => app.server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
  await closed;
  clearInterval(closing);
}
