import type { Logger } from "pino";
import type { DataTag } from "../../shared/contract/data-tags.ts";
import type { SourcesReport } from "../../shared/contract/sources-report.ts";
import { openCacheStore } from "../bff/cache/cache-store.ts";
import { cachedValueSchemas } from "../bff/cache/cached-value-schemas.ts";
import { freshnessPolicy } from "../bff/cache/freshness-policy.ts";
import { openRedisCache } from "../bff/cache/redis-cache.ts";
import type { StandInListener } from "../bff/cache/swr-cache.ts";
import { createEventWrites } from "../bff/events/event-writes.ts";
import { createEventsService } from "../bff/events/events-service.ts";
import { createNewsService } from "../bff/news/news-service.ts";
import { createDataFor } from "../bff/site-data.ts";
import { watchSources } from "../bff/sources-report.ts";
import { type Config, inboxSettings } from "../config.ts";
import type { DataFor } from "../contract/api-data.ts";
import type { EventWrites } from "../contract/event-writes.ts";
import type { BeginSpan } from "../contract/span.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { SiteState } from "../observability/site-status.ts";
import { openRedisLink, type RedisLink } from "../storage/redis-connection.ts";
import type { SubmissionService } from "../submissions/submission-service.ts";
import { createContentApiClient } from "../upstream/content-api/content-api-client.ts";
import type { Reading } from "../upstream/content-api/read-report.ts";
import { createDriftRadar } from "../upstream/content-api/schema-drift.ts";
import { type CircuitBreaker, guardHttpClient } from "../upstream/http/circuit-breaker.ts";
import { createHttpClient } from "../upstream/http/http-client.ts";
import { observeHttpClient } from "../upstream/http/instrumented-http-client.ts";
import { createLatencyTracker, type LatencyTracker } from "../upstream/http/latency-tracker.ts";
import { composeForms } from "./submissions.ts";

const SOURCE = "content-api";

interface Parts {
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** How the source has answered, for metrics. */
  sourcesReport: () => SourcesReport;
  /** Calls back after a write, here or at another instance: pages of that data are out of date. */
  onDataChange: (listener: (tags: readonly DataTag[]) => void) => void;
  /** Takes what visitors hand in. */
  desk: SubmissionService;
  /** How quickly the source answers. */
  latency: LatencyTracker;
  /** Null when this instance is alone. */
  redis: RedisLink | null;
  /** How things stand, for health and metrics. */
  state: SiteState;
  close: () => Promise<void>;
}

interface Options {
  contentApiUrl: string;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
  config: Config;
  metrics: Pick<Metrics, "sourceCalled">;
  /** Null when nobody collects traces. */
  beginSpan: BeginSpan | null;
}

/** The object graph, by hand: source, guard, copies, services, the site's data, the forms' desk. */
export function compose(options: Options): Parts {
  const { contentApiUrl, logger, now, config } = options;
  const policy = freshnessPolicy({
    freshSeconds: config.FRESH_SECONDS,
    staleIfErrorSeconds: config.STALE_IF_ERROR_SECONDS,
  });
  const copies = openCacheStore({
    dataDir: config.DATA_DIR,
    policy,
    now,
    onDiskError: (err, outcome) =>
      outcome === "memory only"
        ? logger.error({ err }, "copies are kept in memory only")
        : logger.error({ err }, "saved copies were spoiled and are begun anew"),
  });
  const asking = createHttpClient({ source: SOURCE, baseUrl: contentApiUrl });
  /** One set of connections; a breaker for each kind of call, since one kind may fail while the others do not. */
  const guard = (calls: string, onChange = () => {}) =>
    guardHttpClient(asking, {
      source: SOURCE,
      now,
      onChange: (state) => {
        onChange();
        logger.warn({ source: calls, breaker: state }, "content source breaker");
      },
    });
  const guarded = guard(SOURCE, () => watch.breakerChanged());
  const guardedWrites = {
    contacts: guard(`${SOURCE} contacts`),
    events: guard(`${SOURCE} events`),
  };
  let sourceAnsweredAt: number | null = null;
  let sourceIsWell: boolean | null = null;
  const latency = createLatencyTracker();
  const observed = { source: SOURCE, beginSpan: options.beginSpan };
  const http = observeHttpClient(guarded, {
    ...observed,
    latency,
    onCall: (note) => {
      // A reader who left says nothing about the source.
      if (note.status !== "aborted" && note.attempts > 0) {
        sourceIsWell = typeof note.status === "number" && note.status < 500;
        if (sourceIsWell) sourceAnsweredAt = now();
      }
      options.metrics.sourceCalled(note);
    },
  });
  const watch = watchSources({ copies, breaker: http.state, now });
  const drift = createDriftRadar((change) => {
    watch.changed(change);
    logger.warn({ drift: change }, "content source changed");
  });
  const onReading = (reading: Reading) => {
    watch.read(reading);
    drift.read(reading);
  };
  const write = (client: CircuitBreaker) =>
    // How long a write takes says nothing of how quickly news come.
    observeHttpClient(client, {
      ...observed,
      latency: createLatencyTracker(),
      onCall: options.metrics.sourceCalled,
    });
  const writes = { contacts: write(guardedWrites.contacts), events: write(guardedWrites.events) };
  const source = createContentApiClient({ http, writes, baseUrl: contentApiUrl, onReading });
  const redis = config.REDIS_URL
    ? openRedisLink({
        url: config.REDIS_URL,
        onChange: (state, err) =>
          state === "lost"
            ? logger.warn({ err }, "Redis lost: limits, inbox and copies are this instance's own")
            : logger.info("Redis is back"),
      })
    : null;
  let dataChanged: (tags: readonly DataTag[]) => void = () => {};
  const purge = (tags: readonly DataTag[]) => {
    for (const tag of tags) services[tag].invalidate();
    dataChanged(tags);
  };
  const shared =
    redis &&
    openRedisCache({
      link: redis,
      baseUrl: contentApiUrl,
      policy,
      onPurge: (tag) => purge([tag]),
      onError: (err) => logger.error({ err }, "copies are not shared"),
    });
  const onStandIn: StandInListener = ({ kind, isStandingIn }) =>
    isStandingIn
      ? logger.warn({ kind }, "saved copies stand in for the content source")
      : logger.info({ kind }, "content source answers again");
  const cacheRules = {
    source,
    copies,
    shared,
    policy,
    latency,
    now,
    onError: watch.failed,
    onStandIn,
    shapes: cachedValueSchemas(contentApiUrl),
  };
  const services = { news: createNewsService(cacheRules), events: createEventsService(cacheRules) };
  const eventWrites = createEventWrites({
    source,
    baseUrl: contentApiUrl,
    purge: async (tags) => {
      purge(tags);
      await shared?.announce(tags);
    },
  });
  const forms = composeForms({ source, inbox: inboxSettings(config), redis, logger, now });
  return {
    dataFor: createDataFor({ ...services, sources: watch.report, now }),
    desk: forms.desk,
    latency,
    redis,
    state: {
      breakers: () => ({
        [SOURCE]: http.state(),
        [`${SOURCE} contacts`]: writes.contacts.state(),
        [`${SOURCE} events`]: writes.events.state(),
      }),
      breaker: http.state,
      sources: watch.report,
      sourceAnsweredAt: () => sourceAnsweredAt,
      sourceIsWell: () => sourceIsWell,
      inbox: forms.inboxStats,
      copies: copies.size,
      redisIsUp: () => redis?.isUp() ?? null,
    },
    eventWrites,
    sourcesReport: watch.report,
    onDataChange: (listener) => {
      dataChanged = listener;
    },
    close: async () => {
      await forms.close();
      shared?.close();
      redis?.close();
      await http.close();
      copies.close();
    },
  };
}
