import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance, FastifyPluginCallback } from "fastify";
import fp from "fastify-plugin";

/** No new connection for this long: the accept queue of the port is drained. */
const QUIET_MS = 40;
const MAX_HOLD_MS = 500;
const CLOSE_IDLE_EVERY_MS = 50;

/** Closes a site without cutting off a response. */
export interface Draining {
  isDraining(): boolean;
  /** From now on the site is not ready, and each response closes its connection. */
  begin(): void;
  /**
   * Closes the port. Requests that arrive meanwhile are held until it is closed: their clients wait and open
   * no new connection. The kernel resets connections that are still in the accept queue when the port closes.
   */
  closePort(app: FastifyInstance): Promise<void>;
  plugin: FastifyPluginCallback;
}

interface State {
  isDraining: boolean;
  isHolding: boolean;
  /** When the last connection was accepted. */
  connectedAt: number;
  /** Continues the requests that are held. */
  held: (() => void)[];
}

/** Makes the draining of one site. */
export function createDraining(): Draining {
  const state: State = { isDraining: false, isHolding: false, connectedAt: 0, held: [] };
  return {
    isDraining: () => state.isDraining,
    begin: () => {
      state.isDraining = true;
    },
    closePort: (app) => closePort(state, app),
    plugin: fp(async (app) => addHooks(state, app), {
      name: "draining",
      // The time a request is held is part of its duration.
      dependencies: ["request-log"],
    }),
  };
}

function addHooks(state: State, app: FastifyInstance): void {
  app.server.on("connection", () => {
    state.connectedAt = performance.now();
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
  state.connectedAt = heldSince;
  while (
    performance.now() - state.connectedAt < QUIET_MS &&
    performance.now() - heldSince < MAX_HOLD_MS
  ) {
    await wait(5);
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
