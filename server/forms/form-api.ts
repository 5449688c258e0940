import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import messages from "../../content/words/en/form-messages.json" with { type: "json" };
import type { FieldError, FormTaken } from "../../shared/contract/form-state.ts";
import {
  formPaths,
  INBOX_FORMS,
  type InboxForm,
  spamCheckFields,
} from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import { readByHandler } from "../bff/openapi/documented-responses.ts";
import { isFromOurPages } from "../http/headers.ts";
import { acceptsJson, refuseParameters, sendNotAcceptable, sendProblem } from "../http/problems.ts";
import { takeJsonOnly } from "../http/request-bodies.ts";
import { answerOnce, type PostResult } from "./answer-once.ts";
import { formOperations, tokenOperation } from "./form-operations.ts";
import { inboxForms } from "./posted-form.ts";
import { readForm } from "./schemas/form-schema.ts";
import { type MessageResult, refusalOf, takeMessage } from "./take-message.ts";

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null && !Array.isArray(body);

/** Our pages name the language of the form; everybody else is answered in English. */
const languageOfPost = ({ headers }: FastifyRequest): Language =>
  headers["content-language"] === "sw" ? "sw" : "en";

const MAX_NAME_LENGTH = 100;

/** An error for each field that the form does not have, with those it has; the honeypot is not told. */
function unknownFields(form: InboxForm, body: object): FieldError[] {
  const known = [...Object.keys(inboxForms[form].fields), spamCheckFields.token];
  const message = `There is no such field here. Choose from ${known.join(", ")}`;
  return Object.keys(body)
    .filter((name) => !known.includes(name) && name !== spamCheckFields.honeypot)
    .map((name) => ({ field: name.slice(0, MAX_NAME_LENGTH), message }));
}

/** The response to a form; a refusal, or a failure of ours, may be tried again under the same key. */
function resultOf(form: InboxForm, result: MessageResult, nowMs: number): PostResult {
  if (result.kind === "failed") {
    const { status, message, retryAfterSeconds } = result;
    const kind = status === 422 || status === 429 ? "refused" : "unknown";
    return { kind, problem: { status, message, retryAfterSeconds } };
  }
  const taken: FormTaken = {
    data: { message: messages.sent[form], reference: result.reference },
    meta: { now: new Date(nowMs).toISOString() },
    links: { self: formPaths[form] },
  };
  const headers = { "content-type": "application/json; charset=utf-8" };
  const status = result.isRelayed ? 200 : 202;
  return { kind: "done", response: { status, headers, body: JSON.stringify(taken) } };
}

async function takePost(form: InboxForm, request: FastifyRequest, reply: FastifyReply) {
  const { body, server } = request;
  const { spamCheck, idempotency: store } = server.submissions;
  const language = languageOfPost(request);
  if (request.headers["content-type"] === undefined)
    return sendProblem(reply, { status: 415, message: "Send the form as application/json." });
  if (!isObject(body))
    return sendProblem(reply, { status: 400, message: "The body is not an object." });
  const read = readForm(inboxForms[form].schemas[language], body);
  const unknown = unknownFields(form, body);
  if (!read.ok || unknown.length > 0) {
    const errors = [...(read.ok ? [] : read.errors), ...unknown];
    return sendProblem(reply, { status: 422, message: "Some fields need your attention.", errors });
  }
  const { values: fields } = read;
  const message = { form, fields, isSuspect: spamCheck.isSuspect(body), language };
  return answerOnce([request, reply], { store, operation: form, body: fields }, async (clientKey) =>
    resultOf(form, await takeMessage([request, reply], { ...message, clientKey }), server.clock()),
  );
}

/** Forms as JSON: limit on tries, origin, type, size, JSON, schema, limit on messages, in this order. */
export async function formApiRoutes(app: FastifyInstance): Promise<void> {
  takeJsonOnly(app);

  for (const form of INBOX_FORMS) {
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const refusal = await app.formLimits[form].countTry(request, reply);
      if (refusal !== null) return sendProblem(reply, refusalOf(refusal, languageOfPost(request)));
      if (!isFromOurPages(request, app.config.PUBLIC_ORIGIN))
        return sendProblem(reply, { status: 403, message: "Posts from other sites are refused." });
    };
    const options = {
      onRequest: [onRequest, refuseParameters],
      schema: formOperations[form],
      validatorCompiler: readByHandler,
    };
    app.post(formPaths[form], options, (request, reply) => takePost(form, request, reply));
  }

  const token = { schema: tokenOperation, onRequest: refuseParameters };
  app.get(formPaths.token, token, async (request, reply) => {
    if (!acceptsJson(request.headers.accept)) return sendNotAcceptable(reply);
    reply.header("cache-control", "no-store");
    return { data: { token: app.submissions.spamCheck.issueToken() } };
  });
}
