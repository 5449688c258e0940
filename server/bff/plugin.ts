import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { DATA_TAGS, type DataTag } from "../../shared/contract/site-data.ts";
import type { RequestContext } from "../upstream/request-context.ts";
import type { DataFor } from "./bff-data.ts";
import { Changes } from "./cache/changes.ts";
import { type Cached, createDataCache, type DataCache } from "./cache/data-cache.ts";
import { freshnessPolicy } from "./cache/freshness-policy.ts";
import { createResponseRows } from "./cache/response-rows.ts";
import { EventWrites } from "./events/event-writes.ts";
import { createItemService, ITEM_KINDS } from "./items/item-service.ts";
import { createDataFor } from "./site-data.ts";

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

/** Counts values that cannot be read, and logs the first of each kind. */
function reportUnreadable({ log, metrics }: FastifyInstance) {
  const logged = new Set<string>();
  return (kind: string) => {
    metrics.unreadable.inc({ kind });
    if (logged.has(kind)) return;
    logged.add(kind);
    log.warn({ kind }, "cache entries that cannot be read are dropped");
  };
}

/**
 * In development a change of a normaliser shows at once, not when a stored value has become stale. The embedded
 * content API is always there, and its pictures have another address after each start.
 */
const isStored = ({ client, config }: FastifyInstance) =>
  client.assetsDir !== null && config.CONTENT_API_URL !== undefined;

function createCache(app: FastifyInstance, changes: Changes): DataCache {
  const { source, contentApiUrl: baseUrl, store, config, log, clock: now } = app;
  const onUnreadable = reportUnreadable(app);
  return createDataCache({
    policy: freshnessPolicy({
      freshSeconds: config.FRESH_SECONDS,
      staleIfErrorSeconds: config.STALE_IF_ERROR_SECONDS,
    }),
    rows: isStored(app) ? createResponseRows({ store, baseUrl, onUnreadable }) : null,
    changes,
    latency: source.latency,
    now,
    onError: ({ tag, form }, error) => source.health.recordError(tag, form, error),
    onStored: ({ tag, form }, fetchedAtMs) => {
      if (form === "list") source.health.recordShared(tag, fetchedAtMs);
    },
    onStaleIfError: ({ kind, isActive }) =>
      isActive
        ? log.warn({ kind }, "stale cache entries are served: the content source fails")
        : log.info({ kind }, "content source responds again"),
  });
}

/** Health and alerts are about the source as it is now. */
const CHECK_SOURCE_EVERY_MS = 30_000;

type Lists = { [tag in DataTag]: { list: (context: RequestContext) => Promise<Cached<unknown>> } };

/** Through the cache where its list is stale; else the source alone is asked, and what is cached stays as it is. */
async function checkList({ clock, source }: FastifyInstance, services: Lists, tag: DataTag) {
  const startedMs = clock();
  const signal = AbortSignal.timeout(CHECK_SOURCE_EVERY_MS);
  const context = { requestId: "source-check", traceparent: undefined, signal, onError: () => {} };
  const cached = await services[tag].list(context).catch(() => null);
  if (cached === null || cached.stale || Date.parse(cached.fetchedAt) >= startedMs) return;
  await source.client[tag]
    .list(context)
    .catch((error: unknown) => source.health.recordError(tag, "list", error));
}

/** The services of news and events over the cache, and the writes that invalidate it. */
export const siteDataPlugin = fp(
  async (app) => {
    const { source, contentApiUrl: baseUrl, siteSearch: search, clock: now } = app;
    const pictures = app.pictures.views;
    const changes = new Changes(app.store, now);
    const cache = createCache(app, changes);
    const { news, events } = ITEM_KINDS;
    const services = {
      news: createItemService({
        cache,
        kinds: news,
        source: source.client.news,
        onList: (items) => search.update("news", items),
      }),
      events: createItemService({
        cache,
        kinds: events,
        source: source.client.events,
        onList: (items) => search.update("events", items),
      }),
    };
    const sources = () => ({ breaker: source.breaker(), sources: source.health.report() });
    const checkSource = async () => {
      await Promise.all(DATA_TAGS.map((tag) => checkList(app, services, tag)));
    };
    let checks: NodeJS.Timeout | undefined;
    app.decorate("siteData", {
      dataFor: createDataFor({ ...services, sources, pictures, search, now }),
      eventWrites: new EventWrites({
        source: source.client,
        baseUrl,
        pictures,
        invalidate: (tags) => changes.publish(tags),
      }),
      onChange: (listener) => changes.subscribe(listener),
      cacheSize: cache.size,
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
