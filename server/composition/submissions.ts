import type { Logger } from "pino";
import type { RedisLink } from "../storage/redis-connection.ts";
import { createDeliverStored } from "../submissions/deliver-stored.ts";
import { createForwardContact } from "../submissions/forward-contact.ts";
import type { IdempotencyStore } from "../submissions/idempotency/idempotency-store.ts";
import { openIdempotency } from "../submissions/idempotency/open-idempotency.ts";
import type { Inbox } from "../submissions/inbox/inbox.ts";
import { openInbox } from "../submissions/inbox/open-inbox.ts";
import { startRetention } from "../submissions/inbox/retention.ts";
import { createSpamCheck, type SpamCheck } from "../submissions/spam-check.ts";
import {
  createSubmissionService,
  type SubmissionService,
} from "../submissions/submission-service.ts";
import type { ContentApiClient } from "../upstream/content-api/content-api-client.ts";
import { watchDurability } from "./watch-durability.ts";

interface Options {
  source: ContentApiClient;
  inbox: { dataDir: string; maxTries: number; retentionDays: number };
  redis: RedisLink | null;
  logger: Logger;
  /** The clock, milliseconds. */
  now: () => number;
}

/** The submission service with its spam check, its inbox, the delivery and the retention. */
export function composeSubmissions({ source, inbox: settings, redis, logger, now }: Options): {
  service: SubmissionService;
  spamCheck: SpamCheck;
  idempotency: IdempotencyStore;
  inboxStats: Inbox["inboxStats"];
  /** What Redis would have to be set to, so that it loses no message; null when all is well. */
  redisGap: () => string | null;
  close: () => Promise<void>;
} {
  const onError = (err: unknown) => logger.error({ err }, "inbox failed");
  const inbox = openInbox({ ...settings, redis, now, onError });
  const idempotency = openIdempotency({ dataDir: settings.dataDir, redis, now });
  const durability = watchDurability(redis, logger);
  const forwardContact = createForwardContact(source);
  const deliver = createDeliverStored(forwardContact, (err, reference) =>
    logger.warn({ err, reference }, "message could not be delivered"),
  );
  const stopDelivery = inbox.startDelivery(deliver);
  const stopRetention = startRetention({
    store: inbox,
    now,
    onError,
    retentionDays: settings.retentionDays,
    onPurged: (count) => logger.info({ count }, "inbox purged"),
  });
  return {
    service: createSubmissionService({ inbox, forwardContact, now }),
    spamCheck: createSpamCheck(now),
    idempotency,
    inboxStats: inbox.inboxStats,
    redisGap: durability.gap,
    close: async () => {
      durability.stop();
      stopRetention();
      await stopDelivery();
      await inbox.close();
      idempotency.close();
    },
  };
}
