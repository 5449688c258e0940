import type { Logger } from "pino";
import type { DataFor } from "../shared/contract/api-data.ts";
import type { EventWrites } from "../shared/contract/event-writes.ts";
import { openCopyStore } from "./bff/copy-store.ts";
import { createEventWrites } from "./bff/event-writes.ts";
import { createEventsService } from "./bff/events-service.ts";
import { freshnessPolicy } from "./bff/freshness.ts";
import { createNewsService } from "./bff/news-service.ts";
import { createDataFor } from "./bff/site-data.ts";
import type { Config } from "./config.ts";
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
  close: () => Promise<void>;
}

interface Options {
  contentApiUrl: string;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
  config: Pick<Config, "DATA_DIR" | "FRESH_SECONDS" | "STALE_IF_ERROR_SECONDS">;
}

/** The object graph, by hand: source, guard, copies, services, the site's data. */
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
  const keeping = { source, copies, policy, now };
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
  return {
    dataFor: createDataFor({ news, events, now }),
    eventWrites,
    onDataChange: (listener) => {
      dataChanged = listener;
    },
    close: async () => {
      await http.close();
      copies.close();
    },
  };
}
