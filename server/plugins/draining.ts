import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Nobody has knocked for this long: the queue of the port is empty. */
const QUIET_MS = 40;
const LONGEST_HOLD_MS = 500;

/** How a site comes to its end without cutting an answer. */
export interface Draining {
  isDraining(): boolean;
  /** From now on the site is not ready, and each answer asks its connection to end. */
  begin(): void;
  /**
   * Closes the port. Requests that come in meanwhile are held until it is closed: their readers wait instead
   * of knocking again, so nobody stands in the port's queue, which the kernel resets with the port.
   */
  closePort(app: FastifyInstance): Promise<void>;
}

/** Makes the drain of one site. */
export function createDraining(): Draining & { watch: (app: FastifyInstance) => void } {
  let isDraining = false;
  let isHolding = false;
  let knockedAt = 0;
  const held: (() => void)[] = [];

  function watch(app: FastifyInstance): void {
    app.server.on("connection", () => {
      knockedAt = performance.now();
    });
    app.addHook("onRequest", (_request, reply, done) => {
      if (isDraining) reply.raw.shouldKeepAlive = false;
      if (isHolding) held.push(done);
      else done();
    });
  }

  async function closePort(app: FastifyInstance): Promise<void> {
    isHolding = true;
    const heldSince = performance.now();
    knockedAt = heldSince;
    while (
      performance.now() - knockedAt < QUIET_MS &&
      performance.now() - heldSince < LONGEST_HOLD_MS
    ) {
      await wait(5);
    }
    const closed = app.close();
    while (app.server.listening) await wait(1);
    isHolding = false;
    for (const go of held.splice(0)) go();
    await closed;
  }

  return {
    isDraining: () => isDraining,
    begin: () => {
      isDraining = true;
    },
    closePort,
    watch,
  };
}
