import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormTaken } from "../../../shared/contract/form-responses.ts";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import { sentMessages, tryAgainWords } from "../../../shared/forms/form-messages.ts";
import {
  formPaths,
  INBOX_FORMS,
  type InboxForm,
  spamCheckFields,
} from "../../../shared/forms/form-names.ts";
import { acceptsJson, sendNotAcceptable } from "../../http/accept-json.ts";
import { takeJsonOnly } from "../../http/body-parsers.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { sendProblem } from "../../http/problems.ts";
import { isFromOurPages } from "../../http/security/same-origin.ts";
import { readByHandler } from "../../openapi/documented-responses.ts";
import { readForm } from "../../submissions/forms/read-form.ts";
import type { SubmissionResult } from "../../submissions/submission-service.ts";
import { answerOnce, type PostResult } from "../answer-once.ts";
import { formOperations, tokenOperation } from "./form-operations.ts";
import { inboxForms } from "./posted-form.ts";
import { type Counters, type FormDeps, submitForm } from "./submit-form.ts";

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null;

const MAX_NAME_LENGTH = 100;

/** An error for each field that the form does not have, with those it has; the honeypot is not told. */
function unknownFields(form: InboxForm, body: object): FieldError[] {
  const known = [...Object.keys(inboxForms[form].fields), spamCheckFields.token];
  const message = `There is no such field here. Choose from ${known.join(", ")}`;
  return Object.keys(body)
    .filter((name) => !known.includes(name) && name !== spamCheckFields.honeypot)
    .map((name) => ({ field: name.slice(0, MAX_NAME_LENGTH), message }));
}

/** The response to a form; a failure of ours may be tried again under the same key. */
function resultOf(
  { form, nowMs }: { form: InboxForm; nowMs: number },
  result: SubmissionResult,
): PostResult {
  if (result.kind === "failed") {
    const { status, message } = result;
    return { kind: status === 422 ? "refused" : "unknown", problem: { status, message } };
  }
  // A contact message needs no number: the reply comes by e-mail.
  const hasReference = result.kind === "stored" && form !== "contact";
  const taken: FormTaken = {
    data: { message: sentMessages[form], ...(hasReference ? { reference: result.reference } : {}) },
    meta: { now: new Date(nowMs).toISOString() },
    links: { self: formPaths[form] },
  };
  const headers = { "content-type": "application/json; charset=utf-8" };
  const status = result.kind === "relayed" ? 200 : 202;
  return { kind: "done", response: { status, headers, body: JSON.stringify(taken) } };
}

/** Forms as JSON: limit, origin, type, size, JSON, schema, in this order. */
export async function formApiRoutes(
  app: FastifyInstance,
  { deps, counters }: { deps: FormDeps; counters: Counters },
): Promise<void> {
  takeJsonOnly(app);

  for (const form of INBOX_FORMS) {
    const url = formPaths[form];
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const seconds = await counters[form](request, reply);
      if (seconds !== null) {
        reply.header("retry-after", seconds);
        return sendProblem(reply, { status: 429, message: tryAgainWords(seconds) });
      }
      if (!isFromOurPages(request, deps.pageDeps.publicOrigin))
        return sendProblem(reply, { status: 403, message: "Posts from other sites are refused." });
    };
    const documented = { schema: formOperations[form], validatorCompiler: readByHandler };
    app.post(
      url,
      { onRequest: [onRequest, refuseParameters], ...documented },
      async (request, reply) => {
        const { body } = request;
        if (!isObject(body)) {
          return sendProblem(reply, { status: 415, message: "Send the form as application/json." });
        }
        const read = readForm(inboxForms[form].schema, body);
        const unknown = unknownFields(form, body);
        if (!read.ok || unknown.length > 0) {
          const message = "Some fields need your attention.";
          const errors = [...(read.ok ? [] : read.errors), ...unknown];
          return sendProblem(reply, { status: 422, message, errors });
        }
        const message = { form, fields: read.values, isSuspect: deps.spamCheck.isSuspect(body) };
        const post = { store: deps.idempotency, operation: form, body: read.values };
        return answerOnce([request, reply], post, async (clientKey) => {
          const result = await submitForm({ request, reply, deps }, { ...message, clientKey });
          return resultOf({ form, nowMs: deps.pageDeps.now() }, result);
        });
      },
    );
  }

  const token = { schema: tokenOperation, onRequest: refuseParameters };
  app.get(formPaths.token, token, async (request, reply) => {
    if (!acceptsJson(request.headers.accept)) return sendNotAcceptable(reply);
    reply.header("cache-control", "no-store");
    return { data: { token: deps.spamCheck.issueToken() } };
  });
}
