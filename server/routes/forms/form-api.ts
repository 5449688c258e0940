import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormTaken } from "../../../shared/contract/form-answers.ts";
import { formPaths, INBOX_FORMS, type InboxForm } from "../../../shared/forms/form-names.ts";
import { sentWords, tryAgainWords } from "../../../shared/forms/form-words.ts";
import type { DeskAnswer } from "../../forms/form-desk.ts";
import { readForm } from "../../forms/read-form.ts";
import { takeJsonOnly } from "../../plugins/body-parsers.ts";
import { sendProblem } from "../../plugins/problems.ts";
import { isFromOurPages } from "../../plugins/same-origin.ts";
import { readByHandler } from "../bff/documented.ts";
import { sendNotAcceptable, takesJson } from "../bff/takes-json.ts";
import { type Counters, type FormDeps, handIn } from "./form-deps.ts";
import { formOperation, tokenOperation } from "./form-operations.ts";
import { inboxForms } from "./read-posted.ts";

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null;

function sendAnswer(
  reply: FastifyReply,
  { form, answer, nowMs }: { form: InboxForm; answer: DeskAnswer; nowMs: number },
): FastifyReply {
  if (answer.kind === "failed") {
    const { status, message } = answer;
    return sendProblem(reply, { status, message });
  }
  // A contact message needs no number: the answer comes by e-mail.
  const hasReference = answer.kind === "stored" && form !== "contact";
  const taken: FormTaken = {
    data: { message: sentWords[form], ...(hasReference ? { reference: answer.reference } : {}) },
    meta: { now: new Date(nowMs).toISOString() },
    links: { self: reply.request.url },
  };
  reply.header("cache-control", "no-store");
  return reply.code(answer.kind === "relayed" ? 200 : 202).send(taken);
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
      if (!isFromOurPages(request, deps.pages.publicOrigin))
        return sendProblem(reply, { status: 403, message: "Posts from other sites are refused." });
    };
    const documented = { schema: formOperation(form), validatorCompiler: readByHandler };
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
      const isSuspect = deps.evidence.isSuspect(body);
      const answer = await handIn(
        { request, reply, deps },
        { form, fields: read.values, isSuspect },
      );
      return sendAnswer(reply, { form, answer, nowMs: deps.pages.now() });
    });
  }

  app.get(formPaths.token, { schema: tokenOperation }, async (request, reply) => {
    if (!takesJson(request.headers.accept)) return sendNotAcceptable(reply);
    reply.header("cache-control", "no-store");
    return { data: { token: deps.evidence.issueToken() } };
  });
}
