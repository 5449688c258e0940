import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { STATUS_MESSAGES, sendProblem } from "../http/problems.ts";
import { takeJsonOnly } from "../http/request-bodies.ts";
import type { WebhookOutcome } from "./payment-provider.ts";

const MAX_BYTES = 64 * 1024;

/** A webhook about another thing, or about a gift we do not have, is taken: it would only come again. */
const STATUSES: Record<WebhookOutcome, 200 | 400 | 401 | 413 | 503> = {
  accepted: 200,
  other: 200,
  unknown: 200,
  unauthorised: 401,
  malformed: 400,
  "too-large": 413,
  failed: 503,
};

const MESSAGES: Partial<Record<WebhookOutcome, string>> = {
  unauthorised: "This webhook does not have the right secret.",
  failed: "This webhook could not be stored. Please send it again.",
};

/**
 * Webhooks of the payment provider. The body is never believed: it says which gift to ask the provider about, which
 * happens after the response.
 */
export async function paymentWebhookRoutes(app: FastifyInstance): Promise<void> {
  const { payments } = app.giving;
  if (payments === null) return;
  takeJsonOnly(app);

  function answer(reply: FastifyReply, outcome: WebhookOutcome): FastifyReply {
    app.metrics.webhooks.inc({ outcome });
    reply.request.log.info({ outcome }, "payment webhook");
    const status = STATUSES[outcome];
    if (status === 200) return reply.code(200).send({ data: { outcome: "accepted" } });
    const message = MESSAGES[outcome] ?? STATUS_MESSAGES[status] ?? "";
    return sendProblem(reply, { status, message });
  }

  // Before the body is read.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header("cache-control", "no-store");
    const { kind } = payments.provider.readWebhook(request.headers, null);
    if (kind === "unauthorised") return answer(reply, kind);
  };
  const errorHandler = (error: FastifyError, _: FastifyRequest, reply: FastifyReply) =>
    answer(reply, error.statusCode === 413 ? "too-large" : "malformed");

  app.post(
    `/webhooks/${payments.provider.name}`,
    { onRequest, errorHandler, bodyLimit: MAX_BYTES },
    async (request, reply) => {
      try {
        const reading = payments.provider.readWebhook(request.headers, request.body);
        return answer(reply, await payments.takeWebhook(reading));
      } catch (error) {
        request.log.error({ err: error }, "payment webhook could not be stored");
        return answer(reply, "failed");
      }
    },
  );
}
