import type { FastifyInstance } from "fastify";
import { HOUR_MS } from "../shared/time.ts";
import type { Store } from "./store/store.ts";

const PURGE_EVERY_MS = 6 * HOUR_MS;

/** Erases what is too old, now and every six hours until the site closes. `purge` returns how many it has erased. */
export function startRetention(
  app: Pick<FastifyInstance, "addHook" | "log">,
  { fault }: Pick<Store, "fault">,
  name: string,
  purge: () => Promise<number>,
): void {
  async function run(): Promise<void> {
    try {
      const count = await purge();
      if (count > 0) app.log.info({ count }, `${name} purged`);
    } catch (err) {
      // The store itself says that it is down.
      if (fault() === null) app.log.error({ err }, `${name} failed`);
    }
  }
  void run();
  const timer = setInterval(run, PURGE_EVERY_MS).unref();
  app.addHook("onClose", async () => clearInterval(timer));
}
