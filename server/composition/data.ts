import type { Logger } from "pino";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import { type CacheStore, type OnUnreadable, openCacheStore } from "../bff/cache/cache-store.ts";
import type { FreshnessPolicy } from "../bff/cache/freshness-policy.ts";
import { openRedisCache } from "../bff/cache/redis-cache.ts";
import type { StaleIfErrorListener } from "../bff/cache/swr-cache.ts";
import type { EventWrites } from "../bff/events/event-writes.ts";
import { createEventWrites } from "../bff/events/event-writes.ts";
import { ITEM_KINDS } from "../bff/items/item-kinds.ts";
import { createItemService } from "../bff/items/item-service.ts";
import { createDataFor } from "../bff/site-data.ts";
import type { DataFor } from "../contract/bff-data.ts";
import type { PictureViews } from "../contract/pictures.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { ComposedSearch } from "../search/site-search.ts";
import type { RedisLink } from "../storage/redis-connection.ts";
import type { ComposedSource } from "./source.ts";

type TagListener = (tags: readonly DataTag[]) => void;

interface StoreOptions {
  dataDir: string | null;
  policy: FreshnessPolicy;
  onUnreadable: OnUnreadable;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}

interface DataOptions {
  source: ComposedSource;
  contentApiUrl: string;
  store: CacheStore;
  policy: FreshnessPolicy;
  pictures: PictureViews;
  search: ComposedSearch;
  onUnreadable: OnUnreadable;
  /** Null when this instance is alone. */
  redis: RedisLink | null;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}

export interface ComposedData {
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** Calls back after a write, here or at another instance: pages of that data are out of date. */
  onDataChange: (listener: TagListener) => void;
  close: () => void;
}

/** Counts entries that cannot be read, and logs the first of each kind. */
export function reportUnreadable(
  logger: Logger,
  metrics: Pick<Metrics, "entryUnreadable">,
): OnUnreadable {
  const logged = new Set<string>();
  return ({ kind, origin }) => {
    metrics.entryUnreadable(kind, origin);
    const name = `${origin} ${kind}`;
    if (logged.has(name)) return;
    logged.add(name);
    logger.warn({ kind, origin }, "cache entries that cannot be read are dropped");
  };
}

/** The cache on disk. */
export function composeCacheStore(options: StoreOptions): CacheStore {
  const { dataDir, policy, logger, now, onUnreadable } = options;
  const { news, events } = ITEM_KINDS;
  return openCacheStore({
    dataDir,
    kinds: [news.list, news.item, events.list, events.item],
    policy,
    now,
    onUnreadable,
    onDiskError: (err, outcome) =>
      outcome === "memory only"
        ? logger.error({ err }, "cache entries are stored in memory only")
        : logger.error({ err }, "the cache file was corrupt and was recreated"),
  });
}

/** Reports a write to its listeners, in the order they subscribed. */
function createDataChanges() {
  const listeners: TagListener[] = [];
  return {
    subscribe: (listener: TagListener) => void listeners.push(listener),
    publish: (tags: readonly DataTag[]) => {
      for (const listener of listeners) listener(tags);
    },
  };
}

/** The services of news and events over their caches, and the writes that invalidate them. */
export function composeData(options: DataOptions): ComposedData {
  const { source, contentApiUrl, store, policy, pictures, search } = options;
  const { onUnreadable, redis, logger, now } = options;
  const { client, latency, monitor, health } = source;
  const changes = createDataChanges();
  const shared =
    redis &&
    openRedisCache({
      link: redis,
      baseUrl: contentApiUrl,
      policy,
      onInvalidate: (tag) => changes.publish([tag]),
      onError: (err) => logger.error({ err }, "cache entries are not shared"),
    });
  const cacheDeps = {
    store,
    policy,
    latency,
    now,
    onStaleIfError: ({ kind, isActive }: Parameters<StaleIfErrorListener>[0]) =>
      isActive
        ? logger.warn({ kind }, "stale cache entries are served: the content source fails")
        : logger.info({ kind }, "content source responds again"),
    onUnreadable,
    baseUrl: contentApiUrl,
  };
  const depsOf = (tag: DataTag) => ({
    ...cacheDeps,
    shared: shared?.ofTag(tag) ?? null,
    onError: (form: "list" | "item", error: unknown) => monitor.recordError(tag, form, error),
    onShared: (form: "list" | "item", fetchedAtMs: number) => {
      if (form === "list") health.recordShared(tag, fetchedAtMs);
    },
  });
  const { news, events } = ITEM_KINDS;
  const services = {
    news: createItemService({
      ...depsOf("news"),
      kinds: news,
      source: client.news,
      onList: (items) => search.update("news", items),
    }),
    events: createItemService({
      ...depsOf("events"),
      kinds: events,
      source: client.events,
      onList: (items) => search.update("events", items),
    }),
  };
  changes.subscribe((tags) => {
    for (const tag of tags) services[tag].invalidate();
  });
  return {
    dataFor: createDataFor({ ...services, sources: monitor.report, pictures, search, now }),
    eventWrites: createEventWrites({
      source: client,
      baseUrl: contentApiUrl,
      pictures,
      invalidate: async (tags) => {
        changes.publish(tags);
        await shared?.publishInvalidation(tags);
      },
    }),
    onDataChange: changes.subscribe,
    close: () => shared?.close(),
  };
}
