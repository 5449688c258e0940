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
    const stopRetention = startRetention({
      store: {
        /** Windows of rate limits that are over, and responses of the source that are too old to be served. */
        purge: async (before) => {
          if (store.fault() !== null) return 0;
          await store.db.deleteFrom("rateLimits").where("resetsAt", "<=", app.clock()).execute();
          await store.db.deleteFrom("sourceResponses").where("fetchedAt", "<", before).execute();
          return 0;
        },
      },
      retentionMs: (FRESH_SECONDS + STALE_IF_ERROR_SECONDS) * SECOND_MS,
      now: app.clock,
      onPurged: () => {},
      // The store itself says that it is down.
      onError: () => {},
    });
    app.decorate("store", store);
    app.addHook("onClose", async () => {
      stopRetention();
      await store.close();
    });
  },
  { name: "store", dependencies: ["observability"] },
);
