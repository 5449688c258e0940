import fp from "fastify-plugin";
import { SECOND_MS } from "../../shared/time.ts";
import { openStore, type Store } from "./store.ts";
import { startSweep } from "./sweep.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** What several instances share, or this one keeps on its disk. */
    store: Store;
  }
}

/** Opens the store, which may be down, and deletes what is over. */
export const storePlugin = fp(
  async (app) => {
    const { DATA_DIR, DATABASE_URL, FRESH_SECONDS, STALE_IF_ERROR_SECONDS } = app.config;
    const store = await openStore({
      dataDir: DATA_DIR,
      databaseUrl: DATABASE_URL,
      onChange: (fault) =>
        fault === null
          ? app.log.info("the store is back")
          : app.log.error({ fault }, "the store is down: forms may be refused"),
    });
    const servedMs = (FRESH_SECONDS + STALE_IF_ERROR_SECONDS) * SECOND_MS;
    const stopSweep = startSweep(store, { now: app.clock, servedMs });
    app.decorate("store", store);
    app.addHook("onClose", async () => {
      stopSweep();
      await store.close();
    });
  },
  { name: "store", dependencies: ["observability"] },
);
