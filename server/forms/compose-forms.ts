import type { Logger } from "pino";
import type { Inbox } from "../inbox/inbox.ts";
import { openInbox } from "../inbox/open-inbox.ts";
import { startRetention } from "../inbox/retention.ts";
import { durabilityGap } from "../storage/redis-durability.ts";
import type { RedisLink } from "../storage/redis-link.ts";
import type { ContentApiClient } from "../upstream/content-api/content-api-client.ts";
import { createDeliverStored } from "./deliver-stored.ts";
import { createFormDesk, type FormDesk } from "./form-desk.ts";
import { createForwardContact } from "./forward-contact.ts";

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
  desk: FormDesk;
  census: Inbox["census"];
  close: () => Promise<void>;
} {
  const onFault = (fault: unknown) => logger.error({ err: fault }, "inbox failed");
  const inbox = openInbox({ ...settings, redis, now, onFault });
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
    ...{ inbox, now, onFault, retentionDays: settings.retentionDays },
    onPurged: (count) => logger.info({ count }, "inbox purged"),
  });
  return {
    desk: createFormDesk({ inbox, forwardContact }),
    census: inbox.census,
    close: async () => {
      stopRetention();
      await stopDelivery();
      await inbox.close();
    },
  };
}
