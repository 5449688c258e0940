import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { DATA_TAGS, type DataTag } from "../../shared/contract/site-data.ts";
import { Changes } from "./changes.ts";
import { DataCache } from "./data-cache.ts";
import { EventWrites } from "./event-writes.ts";
import { CachedItems, createDataFor, type DataFor } from "./site-data.ts";

declare module "fastify" {
  interface FastifyInstance {
    siteData: {
      dataFor: DataFor;
      eventWrites: EventWrites;
      /** Calls back after a write, here or at another instance: pages of that data are out of date. */
      onChange: Changes["subscribe"];
      /** Values of the source in memory. */
      cacheSize: DataCache["size"];
      /** Reads both lists, so that the health of the source is that of now also when nobody visits. */
      checkSource: () => Promise<void>;
      /** Does so every 30 s until the site closes, however long a list is fresh. */
      startSourceChecks: () => void;
    };
  }
}

/** Health and alerts are about the source as it is now. */
const CHECK_SOURCE_EVERY_MS = 30_000;

/** Through the cache where its list is stale; else the source alone is asked, and what is cached stays as it is. */
async function checkList({ clock, source }: FastifyInstance, items: CachedItems, tag: DataTag) {
  const startedMs = clock();
  const signal = AbortSignal.timeout(CHECK_SOURCE_EVERY_MS);
  const context = { requestId: "source-check", traceparent: undefined, signal, onError: () => {} };
  const cached = await items.list(tag, context).catch(() => null);
  if (cached === null || cached.stale || Date.parse(cached.fetchedAt) >= startedMs) return;
  await source.client[tag]
    .list(context)
    .catch((error: unknown) => source.health.recordError(tag, "list", error));
}

/** News and events over the cache, and the writes that invalidate it. */
export const siteDataPlugin = fp(
  async (app) => {
    const changes = new Changes(app.store, app.clock);
    const cache = new DataCache(app, changes);
    const items = new CachedItems(app, cache);
    const checkSource = async () => {
      await Promise.all(DATA_TAGS.map((tag) => checkList(app, items, tag)));
    };
    let checks: NodeJS.Timeout | undefined;
    app.decorate("siteData", {
      dataFor: createDataFor(app, items),
      eventWrites: new EventWrites(app, changes),
      onChange: (listener) => changes.subscribe(listener),
      cacheSize: () => cache.size(),
      checkSource,
      startSourceChecks: () => {
        checks = setInterval(checkSource, CHECK_SOURCE_EVERY_MS);
      },
    });
    app.addHook("onClose", async () => {
      clearInterval(checks);
      await changes.close();
    });
  },
  { name: "site-data", dependencies: ["source", "pictures", "search"] },
);
