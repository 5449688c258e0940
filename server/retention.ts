import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../shared/time.ts";

const PURGE_EVERY_MS = 6 * HOUR_MS;

/** Erases old data now and every six hours until the site closes. `purge` returns the number of erased rows. */
export function startRetention(
  app: Pick<FastifyInstance, "addHook" | "log">,
  { fault }: { fault: () => unknown },
  name: string,
  purge: () => Promise<number>,
): void {
  async function run(): Promise<void> {
    try {
      const count = await purge();
      if (count > 0) app.log.info({ count }, `${name} purged`);
    } catch (err) {
      // The store itself logs its outages.
      if (fault() === null) app.log.error({ err }, `${name} failed`);
    }
  }
  void run();
  const timer = setInterval(run, PURGE_EVERY_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
