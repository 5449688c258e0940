import type { Logger } from "pino";
import type { RedisLink } from "../storage/redis-connection.ts";
import { durabilityGap } from "../storage/redis-durability.ts";
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
  close: () => Promise<void>;
} {
  const onError = (err: unknown) => logger.error({ err }, "inbox failed");
  const inbox = openInbox({ ...settings, redis, now, onError });
  const idempotency = openIdempotency({ dataDir: settings.dataDir, redis, now });
  void redis?.ready().then(async () => {
    const gap = await durabilityGap(redis.client);
    if (gap !== null) logger.error({ gap }, "redis may lose messages");
  });
  const forwardContact = createForwardContact(source);
  const deliver = createDeliverStored(forwardContact, (err, reference) =>
    logger.warn({ err, reference }, "message could not be delivered"),
  );
  const stopDelivery = inbox.startDelivery(deliver);
  const stopRetention = startRetention({
    inbox,
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
    close: async () => {
      stopRetention();
      await stopDelivery();
      await inbox.close();
      idempotency.close();
    },
  };
}
