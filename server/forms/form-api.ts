import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Field } from "../../shared/forms/field.ts";
import { capital } from "../../shared/forms/field-errors.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import { formPaths, INBOX_FORMS, spamCheckFields } from "../../shared/forms/form-names.ts";
import type { Language } from "../../shared/languages.ts";
import { readByHandler, responses } from "../bff/openapi/openapi-document.ts";
import { isFromOurPages } from "../http/headers.ts";
import { acceptsJson, refuseParameters, sendProblem } from "../http/problems.ts";
import { takeJsonOnly } from "../http/request-bodies.ts";
import { createFormLimit, uncountFailure } from "./form-limits.ts";
import { fieldErrors } from "./form-schema.ts";
import { formWords, inboxForms } from "./forms.ts";
import { idempotencyKeyHeader, isRepetition, type PostResult, respondOnce } from "./idempotency.ts";
import { invalidFields, takeMessage, wakeMessage } from "./messages.ts";

/** The sentence on a phone field about its names in the other forms (spec section 3). */
const PHONE_NAMES: Readonly<Record<string, string>> = {
  phoneNumber: " In a volunteer application its name is phone, in an inquiry contactPhone.",
  phone: " In a contact message its name is phoneNumber, in an inquiry contactPhone.",
  contactPhone: " In a contact message its name is phoneNumber, in an application phone.",
};

function documentedField(name: string, { kind, isRequired, maxLength, noun, values = [] }: Field) {
  const label = capital(formWords.en.errors.nouns[noun]);
  const described = { description: `${label}.${PHONE_NAMES[name] ?? ""}` };
  if (kind === "choices") return z.array(z.enum(values)).optional().meta(described);
  if (kind === "choice") return z.enum(values).meta(described);
  let format = {};
  if (kind === "email") format = { format: "email" };
  if (kind === "url") format = { format: "uri" };
  const text = (isRequired ? z.string().min(1) : z.string()).max(maxLength);
  const documented = text.meta({ ...described, ...format });
  return isRequired ? documented : documented.optional();
}

const taken = z
  .object({
    data: z.object({
      message: z.string(),
      reference: z
        .string()
        .meta({ description: "The reference number. Quote it when you write to us." }),
    }),
    meta: z.object({ now: z.iso.datetime() }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: "FormTaken", description: "The form was accepted and stored." });

const token = z.string().max(100).optional().meta({
  description:
    "The token from /bff/form-token, requested when the visitor began to fill in the form.",
});
const headers = idempotencyKeyHeader(
  "Without a key, the same text on the same day is one message.",
);
const PROBLEMS = [400, 403, 409, 422, 429];
const TAKEN = { schema: taken, description: "The foundation has received the message." };
const STORED = { schema: taken, description: "The message is stored until it is handled." };
const forStaff = {
  description: "Stores the form for staff to read, under a reference number.",
  response: responses({ 202: STORED }, PROBLEMS),
};

/**
 * Builds the documented operation of a form. Call it once per form: a schema with an id is in zod's global registry,
 * and a second one changes how the document shows the schema.
 */
function operation<Documented>(form: InboxForm, id: string, documented: Documented) {
  const known = Object.entries(inboxForms[form].fields);
  const fields = known.map(([name, field]) => [name, documentedField(name, field)]);
  const body = z
    .strictObject({ ...Object.fromEntries(fields), [spamCheckFields.token]: token })
    .meta({ id, description: "Unknown fields are refused and named." });
  return { tags: ["Forms"], headers, body, ...documented };
}

const operations = {
  contact: operation("contact", "ContactMessage", {
    operationId: "sendContactMessage",
    summary: "Send a contact message",
    description:
      "Forwards the message to the foundation, or stores it when the content source does not respond.",
    response: responses({ 200: TAKEN, 202: STORED }, [...PROBLEMS, 502]),
  }),
  volunteer: operation("volunteer", "VolunteerApplication", {
    operationId: "applyAsVolunteer",
    summary: "Apply as a volunteer",
    ...forStaff,
  }),
  partner: operation("partner", "PartnershipInquiry", {
    operationId: "proposePartnership",
    summary: "Propose a partnership",
    ...forStaff,
  }),
};

const issued = z.object({ data: z.object({ token: z.string() }) });
const tokenOperation = {
  operationId: "issueFormToken",
  tags: ["Forms"],
  summary: "Request a form token",
  description:
    "Issues a signed time. Sent as formToken, it helps us tell people from bots. It is optional.",
  response: responses({ 200: { schema: issued, description: "A token." } }, []),
};

/** Returns the language of a post. Our pages send it in a header; every other client gets English. */
const languageOfPost = ({ headers }: FastifyRequest): Language =>
  headers["content-language"] === "sw" ? "sw" : "en";

async function takePost(form: InboxForm, reply: FastifyReply) {
  const { request, server } = reply;
  const language = languageOfPost(request);
  if (request.headers["content-type"] === undefined)
    return sendProblem(reply, { status: 415, message: "Send the form as application/json." });
  const body = z.record(z.string(), z.unknown()).safeParse(request.body).data;
  if (body === undefined)
    return sendProblem(reply, { status: 400, message: "The body must be a JSON object." });
  const { schemas, fields: known } = inboxForms[form];
  // The honeypot is removed before the check, so that no error names it.
  const { [spamCheckFields.honeypot]: _, [spamCheckFields.token]: __, ...sent } = body;
  const names = [...Object.keys(known), spamCheckFields.token];
  const { data: fields, error } = schemas[language].safeParse(sent);
  if (error) return sendProblem(reply, invalidFields(fieldErrors(error, () => names)));
  const spam = server.submissions.spamCheck.findSpam(body);
  const message = { form, fields, spam, language };
  const handle = async (clientKey: string | undefined): Promise<PostResult> => {
    const result = await takeMessage(reply, message, clientKey);
    if ("problem" in result) return result;
    const body: z.infer<typeof taken> = {
      data: { message: formWords.en.messages.sent[form], reference: result.reference },
      meta: { now: new Date(server.clock()).toISOString() },
      links: { self: formPaths[form] },
    };
    const headers = { "content-type": "application/json; charset=utf-8" };
    return { response: { status: result.status, headers, body: JSON.stringify(body) } };
  };
  const wake = (clientKey: string | undefined) => wakeMessage(reply, message, clientKey);
  return respondOnce(reply, { operation: form, body: fields }, handle, wake);
}

/** Accepts forms as JSON. The checks, in this order: limit of the client, origin, type, size, JSON, schema, limit of all. */
export async function formApiRoutes(app: FastifyInstance): Promise<void> {
  takeJsonOnly(app);
  const refuseOtherSites = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isFromOurPages(request, app.config.PUBLIC_ORIGIN))
      return sendProblem(reply, { status: 403, message: "Posts from other sites are refused." });
  };

  for (const form of INBOX_FORMS) {
    const limit = createFormLimit(app, {
      formOf: () => form,
      languageOf: languageOfPost,
      isExempt: (request) => isRepetition(request, form),
    });
    const options = {
      onRequest: [limit, refuseOtherSites, refuseParameters],
      onSend: uncountFailure,
      schema: operations[form],
      validatorCompiler: readByHandler,
    };
    app.post(formPaths[form], options, (_request, reply) => takePost(form, reply));
  }

  const token = { schema: tokenOperation, onRequest: refuseParameters };
  app.get(formPaths.token, token, async (request, reply) => {
    if (!acceptsJson(request.headers.accept)) return sendProblem(reply, { status: 406 });
    reply.header("cache-control", "no-store");
    return { data: { token: app.submissions.spamCheck.issueToken() } };
  });
}
