import type { Logger } from "pino";
import type { DataFor } from "../shared/contract/api-data.ts";
import { createEventsService } from "./bff/events-service.ts";
import { createNewsService } from "./bff/news-service.ts";
import { createDataFor } from "./bff/site-data.ts";
import { createDeliverStored } from "./forms/deliver-stored.ts";
import { createFormDesk, type FormDesk } from "./forms/form-desk.ts";
import { createForwardContact } from "./forms/forward-contact.ts";
import { startRetention } from "./inbox/retention.ts";
import { openSqliteInbox } from "./inbox/sqlite-inbox.ts";
import { createContentApiClient } from "./upstream/content-api/content-api-client.ts";
import { createDriftRadar } from "./upstream/drift.ts";
import { createHttpClient } from "./upstream/http-client.ts";

interface Parts {
  dataFor: DataFor;
  desk: FormDesk;
  close: () => Promise<void>;
}

/** The object graph, by hand: source, services, the site's data, the inbox and its delivery. `now` is the clock, milliseconds. */
export function compose(options: {
  contentApiUrl: string;
  inbox: { dataDir: string; maxTries: number; retentionDays: number };
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

  const inboxFault = (fault: unknown) => logger.error({ err: fault }, "inbox failed");
  const inbox = openSqliteInbox({ ...options.inbox, now, onFault: inboxFault });
  const forwardContact = createForwardContact(source);
  const deliver = createDeliverStored(forwardContact, (fault, reference) =>
    logger.warn({ err: fault, reference }, "message could not be delivered"),
  );
  const stopDelivery = inbox.startDelivery(deliver);
  const stopRetention = startRetention({
    ...{ inbox, now, onFault: inboxFault, retentionDays: options.inbox.retentionDays },
    onPurged: (count) => logger.info({ count }, "inbox purged"),
  });

  return {
    dataFor: createDataFor({ news, events, now }),
    desk: createFormDesk({ inbox, forwardContact }),
    close: async () => {
      stopRetention();
      await stopDelivery();
      await http.close();
      await inbox.close();
    },
  };
}
