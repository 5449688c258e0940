import type { Logger } from "pino";
import { SECOND_MS } from "../../shared/time.ts";
import type { DataFor } from "../bff/bff-data.ts";
import { type Changes, createChanges } from "../bff/cache/changes.ts";
import { createDataCache, type DataCache } from "../bff/cache/data-cache.ts";
import { freshnessPolicy } from "../bff/cache/freshness-policy.ts";
import { createResponseRows } from "../bff/cache/response-rows.ts";
import type { EventWrites } from "../bff/events/event-writes.ts";
import { createEventWrites } from "../bff/events/event-writes.ts";
import { ITEM_KINDS } from "../bff/items/item-kinds.ts";
import { createItemService } from "../bff/items/item-service.ts";
import { createDataFor } from "../bff/site-data.ts";
import type { Config } from "../config.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { PictureViews } from "../pictures/pictures.ts";
import type { ComposedSearch } from "../search/site-search.ts";
import type { Store } from "../store/store.ts";
import { startSweep } from "../store/sweep.ts";
import type { ComposedSource } from "./source.ts";

interface DataOptions {
  source: ComposedSource;
  contentApiUrl: string;
  database: Store;
  /** Whether values of the source are kept in the store too. */
  isStored: boolean;
  config: Pick<Config, "FRESH_SECONDS" | "STALE_IF_ERROR_SECONDS">;
  pictures: PictureViews;
  search: ComposedSearch;
  metrics: Pick<Metrics, "entryUnreadable">;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}

export interface ComposedData {
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** Calls back after a write, here or at another instance: pages of that data are out of date. */
  onDataChange: Changes["subscribe"];
  cache: DataCache;
  close: () => Promise<void>;
}

/** Counts values that cannot be read, and logs the first of each kind. */
function reportUnreadable(logger: Logger, metrics: Pick<Metrics, "entryUnreadable">) {
  const logged = new Set<string>();
  return (kind: string) => {
    metrics.entryUnreadable(kind);
    if (logged.has(kind)) return;
    logged.add(kind);
    logger.warn({ kind }, "cache entries that cannot be read are dropped");
  };
}

function composeCache(options: DataOptions, changes: Changes): DataCache {
  const { source, contentApiUrl, database, isStored, config, metrics, logger, now } = options;
  const { latency, monitor, health } = source;
  const onUnreadable = reportUnreadable(logger, metrics);
  return createDataCache({
    policy: freshnessPolicy({
      freshSeconds: config.FRESH_SECONDS,
      staleIfErrorSeconds: config.STALE_IF_ERROR_SECONDS,
    }),
    rows: isStored
      ? createResponseRows({ store: database, baseUrl: contentApiUrl, onUnreadable })
      : null,
    changes,
    latency,
    now,
    onError: ({ tag, form }, error) => monitor.recordError(tag, form, error),
    onStored: ({ tag, form }, fetchedAtMs) => {
      if (form === "list") health.recordShared(tag, fetchedAtMs);
    },
    onStaleIfError: ({ kind, isActive }) =>
      isActive
        ? logger.warn({ kind }, "stale cache entries are served: the content source fails")
        : logger.info({ kind }, "content source responds again"),
  });
}

/** The services of news and events over the cache, and the writes that invalidate it. */
export function composeData(options: DataOptions): ComposedData {
  const { source, contentApiUrl, database, config, pictures, search, now } = options;
  const { client, monitor } = source;
  const changes = createChanges({ store: database, now });
  const servedSeconds = config.FRESH_SECONDS + config.STALE_IF_ERROR_SECONDS;
  const stopSweep = startSweep(database, { now, servedMs: servedSeconds * SECOND_MS });
  const cache = composeCache(options, changes);
  const { news, events } = ITEM_KINDS;
  const services = {
    news: createItemService({
      cache,
      kinds: news,
      source: client.news,
      onList: (items) => search.update("news", items),
    }),
    events: createItemService({
      cache,
      kinds: events,
      source: client.events,
      onList: (items) => search.update("events", items),
    }),
  };
  return {
    dataFor: createDataFor({ ...services, sources: monitor.report, pictures, search, now }),
    eventWrites: createEventWrites({
      source: client,
      baseUrl: contentApiUrl,
      pictures,
      invalidate: changes.publish,
    }),
    onDataChange: changes.subscribe,
    cache,
    close: async () => {
      stopSweep();
      await changes.close();
    },
  };
}
