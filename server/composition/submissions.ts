import type { Logger } from "pino";
import type { RedisLink } from "../storage/redis-connection.ts";
import { durabilityGap } from "../storage/redis-durability.ts";
import { createDeliverStored } from "../submissions/deliver-stored.ts";
import { createForwardContact } from "../submissions/forward-contact.ts";
import type { Inbox } from "../submissions/inbox/inbox.ts";
import { openInbox } from "../submissions/inbox/open-inbox.ts";
import { startRetention } from "../submissions/inbox/retention.ts";
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

/** The desk with everything behind it: the inbox, its delivery, its retention. */
export function composeForms({ source, inbox: settings, redis, logger, now }: Options): {
  desk: SubmissionService;
  inboxStats: Inbox["inboxStats"];
  close: () => Promise<void>;
} {
  const onError = (fault: unknown) => logger.error({ err: fault }, "inbox failed");
  const inbox = openInbox({ ...settings, redis, now, onError });
  void redis?.ready().then(async () => {
    const gap = await durabilityGap(redis.client);
    if (gap !== null) logger.error({ gap }, "redis may lose messages");
  });
  const forwardContact = createForwardContact(source);
  const deliver = createDeliverStored(forwardContact, (fault, reference) =>
    logger.warn({ err: fault, reference }, "message could not be delivered"),
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
    desk: createSubmissionService({ inbox, forwardContact, now }),
    inboxStats: inbox.inboxStats,
    close: async () => {
      stopRetention();
      await stopDelivery();
      await inbox.close();
    },
  };
}
