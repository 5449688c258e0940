import fp from "fastify-plugin";
import { SECOND_MS } from "../../shared/time.ts";
import { startRetention } from "../retention.ts";
import { openStore, type Store } from "./store.ts";

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
    app.decorate("store", store);
    app.addHook("onClose", () => store.close());
    // Windows of rate limits that are over, and responses of the source that are too old to be served.
    startRetention(app, store, "store", async () => {
      if (store.fault() !== null) return 0;
      const now = app.clock();
      const before = now - (FRESH_SECONDS + STALE_IF_ERROR_SECONDS) * SECOND_MS;
      await store.db.deleteFrom("rateLimits").where("resetsAt", "<=", now).execute();
      await store.db.deleteFrom("sourceResponses").where("fetchedAt", "<", before).execute();
      return 0;
    });
  },
  { name: "store", dependencies: ["observability"] },
);
