import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import messages from "../../../content/words/en/form-messages.json" with { type: "json" };
import type { FieldError, FormTaken } from "../../../shared/contract/form-state.ts";
import {
  formPaths,
  INBOX_FORMS,
  type InboxForm,
  spamCheckFields,
} from "../../../shared/forms/form-names.ts";
import type { Language } from "../../../shared/languages.ts";
import { acceptsJson, sendNotAcceptable } from "../../http/accept-json.ts";
import { takeJsonOnly } from "../../http/body-parsers.ts";
import { refuseParameters } from "../../http/no-parameters.ts";
import { sendProblem } from "../../http/problems.ts";
import type { Refusal } from "../../http/rate-limits/form-rate-limits.ts";
import { isFromOurPages } from "../../http/security/same-origin.ts";
import { readByHandler } from "../../openapi/documented-responses.ts";
import { readForm } from "../../submissions/forms/form-schema.ts";
import { wordsFor } from "../../submissions/forms/form-words.ts";
import { answerOnce, type PostResult } from "../answer-once.ts";
import { formOperations, tokenOperation } from "./form-operations.ts";
import { inboxForms } from "./posted-form.ts";
import { refusalWords } from "./refusal-words.ts";
import { type FormContext, type FormResult, submitForm } from "./submit-form.ts";

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null && !Array.isArray(body);

/** Our pages name the language of the form; everybody else is answered in English. */
const languageOfPost = ({ headers }: FastifyRequest): Language =>
  headers["content-language"] === "sw" ? "sw" : "en";

const problemOfRefusal = (refusal: Refusal, language: Language) => ({
  status: 429,
  message: refusalWords(refusal, wordsFor(language).refusals),
  retryAfterSeconds: refusal.seconds,
});

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
function resultOf(
  { form, language, nowMs }: { form: InboxForm; language: Language; nowMs: number },
  result: FormResult,
): PostResult {
  if (result.kind === "limited")
    return { kind: "refused", problem: problemOfRefusal(result.refusal, language) };
  if (result.kind === "failed") {
    const { status, message } = result;
    return {
      kind: status === 422 ? "refused" : "unknown",
      problem: { status, message: message ?? wordsFor(language).failed[form] },
    };
  }
  const taken: FormTaken = {
    data: { message: messages.sent[form], reference: result.reference },
    meta: { now: new Date(nowMs).toISOString() },
    links: { self: formPaths[form] },
  };
  const headers = { "content-type": "application/json; charset=utf-8" };
  const status = result.kind === "relayed" ? 200 : 202;
  return { kind: "done", response: { status, headers, body: JSON.stringify(taken) } };
}

/** Forms as JSON: limit on tries, origin, type, size, JSON, schema, limit on messages, in this order. */
export async function formApiRoutes(app: FastifyInstance, context: FormContext): Promise<void> {
  const { limits, pageDeps, spamCheck, idempotency } = context;
  takeJsonOnly(app);

  for (const form of INBOX_FORMS) {
    const url = formPaths[form];
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      const refusal = await limits[form].countTry(request, reply);
      if (refusal !== null)
        return sendProblem(reply, problemOfRefusal(refusal, languageOfPost(request)));
      if (!isFromOurPages(request, pageDeps.publicOrigin))
        return sendProblem(reply, { status: 403, message: "Posts from other sites are refused." });
    };
    const documented = { schema: formOperations[form], validatorCompiler: readByHandler };
    app.post(
      url,
      { onRequest: [onRequest, refuseParameters], ...documented },
      async (request, reply) => {
        const { body } = request;
        const language = languageOfPost(request);
        if (request.headers["content-type"] === undefined)
          return sendProblem(reply, { status: 415, message: "Send the form as application/json." });
        if (!isObject(body))
          return sendProblem(reply, { status: 400, message: "The body is not an object." });
        const read = readForm(inboxForms[form].schemas[language], body);
        const unknown = unknownFields(form, body);
        if (!read.ok || unknown.length > 0) {
          const message = "Some fields need your attention.";
          const errors = [...(read.ok ? [] : read.errors), ...unknown];
          return sendProblem(reply, { status: 422, message, errors });
        }
        const message = { form, fields: read.values, isSuspect: spamCheck.isSuspect(body) };
        const post = { store: idempotency, operation: form, body: read.values };
        return answerOnce([request, reply], post, async (clientKey) => {
          const result = await submitForm(context, [request, reply], { ...message, clientKey });
          return resultOf({ form, language, nowMs: pageDeps.now() }, result);
        });
      },
    );
  }

  const token = { schema: tokenOperation, onRequest: refuseParameters };
  app.get(formPaths.token, token, async (request, reply) => {
    if (!acceptsJson(request.headers.accept)) return sendNotAcceptable(reply);
    reply.header("cache-control", "no-store");
    return { data: { token: spamCheck.issueToken() } };
  });
}
