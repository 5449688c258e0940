import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormTaken } from "../../../shared/contract/form-responses.ts";
import { sentMessages } from "../../../shared/forms/form-messages.ts";
import { formPaths, INBOX_FORMS, type InboxForm } from "../../../shared/forms/form-names.ts";
import { acceptsJson, sendNotAcceptable } from "../../http/accept-json.ts";
import { takeJsonOnly } from "../../http/body-parsers.ts";
import { sendProblem } from "../../http/problems.ts";
import type { Refusal } from "../../http/rate-limits/form-rate-limits.ts";
import { isFromOurPages } from "../../http/security/same-origin.ts";
import { readByHandler } from "../../openapi/documented-responses.ts";
import { readForm } from "../../submissions/forms/read-form.ts";
import type { SubmissionResult } from "../../submissions/submission-service.ts";
import { formOperations, tokenOperation } from "./form-operations.ts";
import { inboxForms } from "./posted-form.ts";
import { refusalWords } from "./refusal-words.ts";
import { type FormDeps, type Limits, submitForm } from "./submit-form.ts";

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null;

function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.header("retry-after", refusal.seconds);
  return sendProblem(reply, { status: 429, message: refusalWords(refusal) });
}

function sendResult(
  reply: FastifyReply,
  { form, result, nowMs }: { form: InboxForm; result: SubmissionResult; nowMs: number },
): FastifyReply {
  if (result.kind === "failed") {
    const { status, message } = result;
    return sendProblem(reply, { status, message });
  }
  const taken: FormTaken = {
    data: { message: sentMessages[form], reference: result.reference },
    meta: { now: new Date(nowMs).toISOString() },
    links: { self: reply.request.url },
  };
  reply.header("cache-control", "no-store");
  return reply.code(result.kind === "relayed" ? 200 : 202).send(taken);
}

/** Forms as JSON: limit on tries, origin, type, size, JSON, schema, limit on messages, in this order. */
export async function formApiRoutes(
  app: FastifyInstance,
  { deps, limits }: { deps: FormDeps; limits: Limits },
): Promise<void> {
  takeJsonOnly(app);

  for (const form of INBOX_FORMS) {
    const url = formPaths[form];
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const refusal = await limits[form].countTry(request, reply);
      if (refusal !== null) return sendRefusal(reply, refusal);
      if (!isFromOurPages(request, deps.pageDeps.publicOrigin))
        return sendProblem(reply, { status: 403, message: "Posts from other sites are refused." });
    };
    const documented = { schema: formOperations[form], validatorCompiler: readByHandler };
    app.post(url, { onRequest, ...documented }, async (request, reply) => {
      const { body } = request;
      if (!isObject(body)) {
        return sendProblem(reply, { status: 415, message: "Send the form as application/json." });
      }
      const read = readForm(inboxForms[form].schema, body);
      if (!read.ok) {
        const message = "Some fields need your attention.";
        return sendProblem(reply, { status: 422, message, errors: read.errors });
      }
      const isSuspect = deps.spamCheck.isSuspect(body);
      const result = await submitForm(
        { request, reply, deps, limits },
        { form, fields: read.values, isSuspect },
      );
      if (result.kind === "limited") return sendRefusal(reply, result.refusal);
      return sendResult(reply, { form, result, nowMs: deps.pageDeps.now() });
    });
  }

  app.get(formPaths.token, { schema: tokenOperation }, async (request, reply) => {
    if (!acceptsJson(request.headers.accept)) return sendNotAcceptable(reply);
    reply.header("cache-control", "no-store");
    return { data: { token: deps.spamCheck.issueToken() } };
  });
}
