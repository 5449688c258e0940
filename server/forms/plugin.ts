import fp from "fastify-plugin";
import { DAY_MS } from "../../shared/time.ts";
import { startRetention } from "../retention.ts";
import { forwardContact } from "./forward-contact.ts";
import { createIdempotencyStore, type IdempotencyStore } from "./idempotency/idempotency-store.ts";
import { Inbox } from "./inbox.ts";
import { createSpamCheck, type SpamCheck } from "./spam-check.ts";
import { createSubmissionService, type SubmissionService } from "./submission-service.ts";

declare module "fastify" {
  interface FastifyInstance {
    submissions: {
      submit: SubmissionService;
      spamCheck: SpamCheck;
      idempotency: IdempotencyStore;
      inbox: Inbox;
      stats: Inbox["stats"];
    };
  }
}

/** The submission service with its spam check, its inbox, the delivery and the retention. */
export const submissionsPlugin = fp(
  async (app) => {
    const { config, store, log, clock: now } = app;
    // The store itself says that it is down.
    const onError = (err: unknown) => {
      if (store.fault() === null) log.error({ err }, "inbox failed");
    };
    const inbox = new Inbox({ store, maxTries: config.INBOX_MAX_TRIES, now, onError });
    const { client } = app.source;
    const stopDelivery = inbox.startDelivery(async (message) => {
      const { reference, requestId } = message;
      const forwarded = await forwardContact(client, message, { requestId });
      if (forwarded.kind !== "delivered")
        log.warn({ err: forwarded.error, reference }, "message could not be delivered");
      return forwarded;
    });
    const stopRetention = startRetention({
      store: inbox,
      now,
      onError,
      retentionMs: config.INBOX_RETENTION_DAYS * DAY_MS,
      onPurged: (count) => log.info({ count }, "inbox purged"),
    });
    app.decorate("submissions", {
      submit: createSubmissionService({
        inbox,
        // The embedded content API has no other place for them.
        source: config.CONTENT_API_URL === undefined ? null : client,
        now,
      }),
      spamCheck: createSpamCheck(now),
      idempotency: createIdempotencyStore(store, now),
      inbox,
      stats: () => inbox.stats(),
    });
    app.addHook("onClose", async () => {
      stopRetention();
      await stopDelivery();
    });
  },
  { name: "submissions", dependencies: ["source"] },
);
