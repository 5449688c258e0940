import type { Logger } from "pino";
import type { Config } from "../config.ts";
import type { Store } from "../store/store.ts";
import { createDeliverStored, createForwardContact } from "../submissions/forward-contact.ts";
import {
  createIdempotencyStore,
  type IdempotencyStore,
} from "../submissions/idempotency/idempotency-store.ts";
import { Inbox } from "../submissions/inbox/inbox.ts";
import { startRetention } from "../submissions/inbox/retention.ts";
import { createSpamCheck, type SpamCheck } from "../submissions/spam-check.ts";
import {
  createSubmissionService,
  type SubmissionService,
} from "../submissions/submission-service.ts";
import type { ContentApiClient } from "../upstream/content-api/content-api-client.ts";

interface Options {
  source: ContentApiClient;
  config: Config;
  store: Store;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}

/** The submission service with its spam check, its inbox, the delivery and the retention. */
export function composeSubmissions(options: Options): {
  service: SubmissionService;
  spamCheck: SpamCheck;
  idempotency: IdempotencyStore;
  inboxStats: Inbox["stats"];
  close: () => Promise<void>;
} {
  const { source, config, store, logger, now } = options;
  // The store itself says that it is down.
  const onError = (err: unknown) => {
    if (store.fault() === null) logger.error({ err }, "inbox failed");
  };
  const inbox = new Inbox({ store, maxTries: config.INBOX_MAX_TRIES, now, onError });
  const forwardContact = createForwardContact(source);
  const deliver = createDeliverStored(forwardContact, (err, reference) =>
    logger.warn({ err, reference }, "message could not be delivered"),
  );
  const stopDelivery = inbox.startDelivery(deliver);
  const stopRetention = startRetention({
    store: inbox,
    now,
    onError,
    retentionDays: config.INBOX_RETENTION_DAYS,
    onPurged: (count) => logger.info({ count }, "inbox purged"),
  });
  return {
    service: createSubmissionService({
      inbox,
      // The embedded content API has no other place for them.
      forwardContact: config.CONTENT_API_URL === undefined ? null : forwardContact,
      now,
    }),
    spamCheck: createSpamCheck(now),
    idempotency: createIdempotencyStore(store, now),
    inboxStats: () => inbox.stats(),
    close: async () => {
      stopRetention();
      await stopDelivery();
    },
  };
}
