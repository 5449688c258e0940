import type { Logger } from "pino";
import type { DataFor } from "../shared/contract/api-data.ts";
import { createEventsService } from "./bff/events-service.ts";
import { createNewsService } from "./bff/news-service.ts";
import { createDataFor } from "./bff/site-data.ts";
import { createContentApiClient } from "./upstream/content-api/content-api-client.ts";
import { createDriftRadar } from "./upstream/drift.ts";
import { createHttpClient } from "./upstream/http-client.ts";

interface Parts {
  dataFor: DataFor;
  close: () => Promise<void>;
}

/** The object graph, by hand: source, services, the site's data. `now` is the clock, milliseconds. */
export function compose(options: {
  contentApiUrl: string;
  logger: Logger;
  now: () => number;
}): Parts {
  const { contentApiUrl, logger, now } = options;
  const http = createHttpClient({ source: "content-api", baseUrl: contentApiUrl });
  const drift = createDriftRadar((change) =>
    logger.warn({ drift: change }, "content source changed"),
  );
  const source = createContentApiClient({ http, baseUrl: contentApiUrl, onReading: drift.read });
  const news = createNewsService({ source, now });
  const events = createEventsService({ source, now });
  return { dataFor: createDataFor({ news, events, now }), close: () => http.close() };
}
