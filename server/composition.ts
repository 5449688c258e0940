import type { Logger } from "pino";
import type { DataFor } from "../shared/contract/api-data.ts";
import type { DataTag } from "../shared/contract/data-tags.ts";
import type { EventWrites } from "../shared/contract/event-writes.ts";
import type { SourcesReport } from "../shared/contract/sources-report.ts";
import { copyShapes } from "./bff/copy-shapes.ts";
import { openCopyStore } from "./bff/copy-store.ts";
import { createEventWrites } from "./bff/event-writes.ts";
import { createEventsService } from "./bff/events-service.ts";
import { freshnessPolicy } from "./bff/freshness.ts";
import { createNewsService } from "./bff/news-service.ts";
import type { StandInListener } from "./bff/read-through.ts";
import { openRedisCopies } from "./bff/redis-copies.ts";
import { createDataFor } from "./bff/site-data.ts";
import { watchSources } from "./bff/sources-report.ts";
import { type Config, inboxSettings } from "./config.ts";
import { composeForms } from "./forms/compose-forms.ts";
import type { FormDesk } from "./forms/form-desk.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { SiteState } from "./observe/site-state.ts";
import { openRedisLink, type RedisLink } from "./storage/redis-link.ts";
import { createContentApiClient } from "./upstream/content-api/content-api-client.ts";
import type { Reading } from "./upstream/content-api/reading.ts";
import { createDriftRadar } from "./upstream/drift.ts";
import { type GuardedHttpClient, guardHttpClient } from "./upstream/guarded-http-client.ts";
import { createHttpClient } from "./upstream/http-client.ts";
import { type BeginSpan, observeHttpClient } from "./upstream/observed-http-client.ts";
import { createPace, type Pace } from "./upstream/pace.ts";

const SOURCE = "content-api";

interface Parts {
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** How the source has answered, for metrics. */
  sourcesReport: () => SourcesReport;
  /** Calls back after a write, here or at another instance: pages of that data are out of date. */
  onDataChange: (listener: (tags: readonly DataTag[]) => void) => void;
  /** Takes what visitors hand in. */
  desk: FormDesk;
  /** How quickly the source answers. */
  pace: Pace;
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
  const copies = openCopyStore({
    dataDir: config.DATA_DIR,
    policy,
    now,
    onDiskFault: (err, outcome) =>
      outcome === "memory only"
        ? logger.error({ err }, "copies are kept in memory only")
        : logger.error({ err }, "saved copies were spoiled and are begun anew"),
  });
  const asking = createHttpClient({ source: SOURCE, baseUrl: contentApiUrl });
  /** One set of connections; a breaker for each kind of call, since one kind may fail while the others do not. */
  const guard = (calls: string, onChange = () => {}) =>
    guardHttpClient(asking, {
      ...{ source: SOURCE, now },
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
  const pace = createPace();
  const observed = { source: SOURCE, beginSpan: options.beginSpan };
  const http = observeHttpClient(guarded, {
    ...{ ...observed, pace },
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
  const write = (client: GuardedHttpClient) =>
    // How long a write takes says nothing of how quickly news come.
    observeHttpClient(client, {
      ...observed,
      pace: createPace(),
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
    for (const tag of tags) services[tag].doubt();
    dataChanged(tags);
  };
  const shared =
    redis &&
    openRedisCopies({
      ...{ link: redis, baseUrl: contentApiUrl, policy, onPurge: (tag) => purge([tag]) },
      onFault: (err) => logger.error({ err }, "copies are not shared"),
    });
  const onStandIn: StandInListener = ({ kind, isStandingIn }) =>
    isStandingIn
      ? logger.warn({ kind }, "saved copies stand in for the content source")
      : logger.info({ kind }, "content source answers again");
  const keeping = {
    ...{ source, copies, shared, policy, pace, now, onFault: watch.failed, onStandIn },
    shapes: copyShapes(contentApiUrl),
  };
  const services = { news: createNewsService(keeping), events: createEventsService(keeping) };
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
    ...{ pace, redis },
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
      inbox: forms.census,
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
