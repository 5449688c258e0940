import fp from "fastify-plugin";
import { HOUR_MS, SECOND_MS } from "../../shared/time.ts";
import { openStore, type Store } from "./store.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** What several instances share, or this one keeps on its disk. */
    store: Store;
  }
}

/**
 * Deletes what is over, now and every hour: windows of rate limits, and responses of the source that are too old to be
 * served. Returns a function that ends it.
 */
function startSweep(
  { db, fault }: Store,
  { now, servedMs }: { now: () => number; servedMs: number },
): () => void {
  async function sweep(): Promise<void> {
    if (fault() !== null) return;
    await db.deleteFrom("rateLimits").where("resetsAt", "<=", now()).execute();
    const firstServed = now() - servedMs;
    await db.deleteFrom("sourceResponses").where("fetchedAt", "<", firstServed).execute();
  }
  // What fails is deleted an hour later; the store says itself that it is down.
  const trySweep = () => void sweep().catch(() => {});
  trySweep();
  const timer = setInterval(trySweep, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
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
