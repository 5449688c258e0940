import type { Logger } from "pino";
import type { DataFor } from "../shared/contract/api-data.ts";
import type { EventWrites } from "../shared/contract/event-writes.ts";
import { openCopyStore } from "./bff/copy-store.ts";
import { createEventWrites } from "./bff/event-writes.ts";
import { createEventsService } from "./bff/events-service.ts";
import { freshnessPolicy } from "./bff/freshness.ts";
import { createNewsService } from "./bff/news-service.ts";
import type { StandInListener } from "./bff/read-through.ts";
import { createDataFor } from "./bff/site-data.ts";
import { type Config, inboxSettings } from "./config.ts";
import { composeForms } from "./forms/compose-forms.ts";
import type { FormDesk } from "./forms/form-desk.ts";
import { openRedisLink, type RedisLink } from "./storage/redis-link.ts";
import { createContentApiClient } from "./upstream/content-api/content-api-client.ts";
import { createDriftRadar } from "./upstream/drift.ts";
import { guardHttpClient } from "./upstream/guarded-http-client.ts";
import { createHttpClient } from "./upstream/http-client.ts";

const SOURCE = "content-api";

interface Parts {
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** Calls back after a write of ours: pages drawn before it are out of date. */
  onDataChange: (listener: () => void) => void;
  /** Takes what visitors hand in. */
  desk: FormDesk;
  /** Null when this instance is alone. */
  redis: RedisLink | null;
  close: () => Promise<void>;
}

interface Options {
  contentApiUrl: string;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
  config: Config;
}

/** The object graph, by hand: source, guard, copies, services, the site's data, the forms' desk. */
export function compose({ contentApiUrl, logger, now, config }: Options): Parts {
  const policy = freshnessPolicy({
    freshSeconds: config.FRESH_SECONDS,
    staleIfErrorSeconds: config.STALE_IF_ERROR_SECONDS,
  });
  const copies = openCopyStore({
    dataDir: config.DATA_DIR,
    policy,
    onDiskFault: (err) => logger.error({ err }, "copies are kept in memory only"),
  });
  const http = guardHttpClient(createHttpClient({ source: SOURCE, baseUrl: contentApiUrl }), {
    source: SOURCE,
    now,
    onChange: (state) => logger.warn({ source: SOURCE, breaker: state }, "content source breaker"),
  });
  const drift = createDriftRadar((change) =>
    logger.warn({ drift: change }, "content source changed"),
  );
  const source = createContentApiClient({ http, baseUrl: contentApiUrl, onReading: drift.read });
  const onStandIn: StandInListener = ({ kind, isStandingIn }) =>
    isStandingIn
      ? logger.warn({ kind }, "saved copies stand in for the content source")
      : logger.info({ kind }, "content source answers again");
  const keeping = { source, copies, policy, now, onStandIn };
  const news = createNewsService(keeping);
  const events = createEventsService(keeping);
  let dataChanged = () => {};
  const eventWrites = createEventWrites({
    source,
    baseUrl: contentApiUrl,
    purge: () => {
      news.doubt();
      events.doubt();
      dataChanged();
    },
  });
  const redis = config.REDIS_URL
    ? openRedisLink({
        url: config.REDIS_URL,
        onChange: (state, err) =>
          state === "lost"
            ? logger.warn({ err }, "Redis lost: limits and inbox are this instance's own")
            : logger.info("Redis is back"),
      })
    : null;
  const forms = composeForms({ source, inbox: inboxSettings(config), redis, logger, now });
  return {
    dataFor: createDataFor({ news, events, now }),
    desk: forms.desk,
    redis,
    eventWrites,
    onDataChange: (listener) => {
      dataChanged = listener;
    },
    close: async () => {
      await forms.close();
      redis?.close();
      await http.close();
      copies.close();
    },
  };
}
