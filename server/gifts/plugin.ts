import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import fp from "fastify-plugin";
import { DAY_MS } from "../../shared/time.ts";
import { paymentKeys } from "../config.ts";
import { sendProblem } from "../http/problems.ts";
import { takeJsonOnly } from "../http/request-bodies.ts";
import { startRetention } from "../work-loop.ts";
import { GiftPayments } from "./gift-payments.ts";
import { GiftStore } from "./gift-store.ts";
import { WEBHOOK_STATUSES } from "./payment-rules.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** `payments` is null without a provider. */
    giving: { gifts: GiftStore; payments: GiftPayments | null };
  }
}

export const givingPlugin = fp(
  async (app) => {
    const { config, store, clock } = app;
    const gifts = new GiftStore(store);
    const retentionMs = config.INBOX_RETENTION_DAYS * DAY_MS;
    startRetention(app, store, "gifts", () => gifts.purge(clock() - retentionMs));
    const keys = paymentKeys(config);
    const payments = keys && new GiftPayments(app, gifts, keys);
    app.decorate("giving", { gifts, payments });
  },
  { name: "giving", dependencies: ["store"] },
);

/** The body is never believed: it says which gift to ask the provider about, after the response. */
export async function paymentWebhookRoutes(app: FastifyInstance): Promise<void> {
  const { payments } = app.giving;
  if (payments === null) return;
  takeJsonOnly(app);

  function answer(reply: FastifyReply, outcome: keyof typeof WEBHOOK_STATUSES): FastifyReply {
    app.metrics.webhooks.inc({ outcome });
    reply.request.log.info({ outcome }, "payment webhook");
    const status = WEBHOOK_STATUSES[outcome];
    if (status === 200) return reply.send({ data: { outcome: "accepted" } });
    return sendProblem(reply, { status, message: `This webhook was not taken: ${outcome}.` });
  }

  // Before the body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    if (!payments.provider.isGenuine(request.headers)) return answer(reply, "unauthorised");
  };
  const errorHandler = (err: FastifyError, { log }: FastifyRequest, reply: FastifyReply) => {
    // Errors of the body have a status.
    if (err.statusCode !== undefined)
      return answer(reply, err.statusCode === 413 ? "too-large" : "malformed");
    log.error({ err }, "payment webhook could not be stored");
    return answer(reply, "failed");
  };
  const options = { onRequest, errorHandler, bodyLimit: 64 * 1024 };
  app.post(`/webhooks/${payments.provider.name}`, options, async ({ body }, reply) =>
    answer(reply, await payments.takeWebhook(body)),
  );
}
