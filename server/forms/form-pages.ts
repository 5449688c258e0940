import { randomUUID } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TypedValues } from "../../shared/contract/form-state.ts";
import { fill } from "../../shared/fill.ts";
import type { Field } from "../../shared/forms/field.ts";
import type { FormName, InboxForm } from "../../shared/forms/form-names.ts";
import { CONTACT_SENT_ID, formActions } from "../../shared/forms/form-names.ts";
import { PLEDGE_KEY, pledgeFields } from "../../shared/forms/gift-forms.ts";
import { englishPath, languageOf, PREFIXES } from "../../shared/languages.ts";
import { isFromOurPages } from "../http/headers.ts";
import { postedForm, takeFormsOnly } from "../http/request-bodies.ts";
import { createFormLimit, uncountFailure } from "./form-limits.ts";
import { fieldErrors } from "./form-schema.ts";
import { donationFields, formWords, inboxForms } from "./forms.ts";
import { type PagePost, type PageResult, takeDonation, takePledge } from "./gift-posts.ts";
import { invalidFields, takeMessage } from "./messages.ts";

/** The most bytes of the values of a form, the same as for a form sent as JSON. */
const MAX_FORM_BYTES = 32 * 1024;

const pathOf = (form: FormName) => formActions[form].split("?")[0] ?? "";

const forms = Object.keys(formActions) as FormName[];

/** Returns the form of a post, from the URL alone: the first form of the page, unless `form` names another. */
function formOfRequest({ routeOptions, url }: FastifyRequest): FormName {
  const named = new URLSearchParams(url.split("?")[1]).get("form");
  const page = englishPath(routeOptions.url ?? "");
  const ofPage = forms.filter((form) => pathOf(form) === page);
  return ofPage.find((form) => form === named) ?? ofPage[0] ?? "contact";
}

/** Returns whether the button on Donate sent the post. The choice is carried over, and nothing is stored yet. */
const isFromDonate = (form: FormName, posted: URLSearchParams) =>
  form === "pledge" &&
  !posted.has("amount") &&
  (posted.has("preset") || posted.has("customAmount"));

function formFields(form: FormName, posted: URLSearchParams): Record<string, Pick<Field, "kind">> {
  if (form === "donation" || isFromDonate(form, posted)) return donationFields;
  return form === "pledge" ? pledgeFields : inboxForms[form].fields;
}

function valuesOf(form: FormName, posted: URLSearchParams): TypedValues {
  const values = Object.entries(formFields(form, posted)).map(([name, { kind }]) => [
    name,
    kind === "choices" ? posted.getAll(name) : (posted.get(name) ?? ""),
  ]);
  const key = { [PLEDGE_KEY]: posted.get(PLEDGE_KEY) || randomUUID() };
  return { ...Object.fromEntries(values), ...(form === "pledge" && key) };
}

/** Returns the URL of the page that confirms a submission. The URL holds nothing personal. */
const thanksPage = (form: InboxForm, reference: string) =>
  form === "contact"
    ? `${formActions.contact}?sent=1&reference=${reference}#${CONTACT_SENT_ID}`
    : `${formActions[form]}&reference=${reference}`;

async function handleForm(form: FormName, post: PagePost): Promise<PageResult> {
  if (form === "donation") return takeDonation(post);
  if (form === "pledge") return takePledge(post);
  const { reply, values, language, spam } = post;
  const { data: fields, error } = inboxForms[form].schemas[language].safeParse(values);
  if (error) return invalidFields(fieldErrors(error));
  const result = await takeMessage(reply, { form, fields, spam, language });
  if ("problem" in result) return result.problem;
  return PREFIXES[language] + thanksPage(form, result.reference);
}

/** Accepts forms posted by browsers without scripts, each to its own page. Responds with 422 and the typed values, or 303. */
export async function formPageRoutes(app: FastifyInstance): Promise<void> {
  takeFormsOnly(app);
  const limit = createFormLimit(app, {
    formOf: formOfRequest,
    languageOf: ({ url }) => languageOf(url),
    isExempt: (request) => isFromDonate(formOfRequest(request), postedForm(request)),
  });

  const refuseOtherSites = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!isFromOurPages(request, app.config.PUBLIC_ORIGIN))
      return app.pages.renderError(reply, 403);
  };

  /** Shows the form again with the typed values. */
  function showAgain(reply: FastifyReply, problem: Exclude<PageResult, string>) {
    const { request } = reply;
    const form = formOfRequest(request);
    const values = valuesOf(form, postedForm(request));
    const { status, message, errors, retryAfterSeconds, reference } = problem;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
    const quoted = fill(formWords[languageOf(request.url)].refusals.requestId, { id: request.id });
    const said = [message, status >= 500 && quoted].filter(Boolean).join(" ");
    const failure = errors || said === "" ? null : said;
    const state = { form, status, values, errors: errors ?? [], failure, reference };
    return app.pages.renderOwn(reply, { form: state });
  }

  async function resultOf(request: FastifyRequest, reply: FastifyReply): Promise<PageResult> {
    const form = formOfRequest(request);
    const language = languageOf(request.url);
    const posted = postedForm(request);
    if (Buffer.byteLength([...posted].flat().join("=")) > MAX_FORM_BYTES)
      return { status: 413, message: formWords[language].refusals.tooMuchText };
    if (isFromDonate(form, posted)) return { status: 200, message: "", errors: [] };
    const sent = Object.fromEntries([...posted].reverse());
    const spam = app.submissions.spamCheck.findSpam(sent);
    return handleForm(form, { reply, values: valuesOf(form, posted), language, spam });
  }

  const post = async (request: FastifyRequest, reply: FastifyReply) => {
    const result = await resultOf(request, reply);
    if (typeof result !== "string") return showAgain(reply, result);
    return reply.header("cache-control", "no-store").redirect(result, 303);
  };

  app.setErrorHandler<FastifyError>(async (error, _request, reply) => {
    if (error.statusCode !== 429) throw error;
    return showAgain(reply, { status: 429, message: error.message });
  });

  // Percent encoding makes a body up to three times as long as its values.
  const options = {
    onRequest: refuseOtherSites,
    // The limit counts after the body is read, because the page of the refusal shows the typed values again.
    preHandler: limit,
    onSend: uncountFailure,
    bodyLimit: 3 * MAX_FORM_BYTES,
  };
  const paths = new Set(forms.map(pathOf));
  for (const prefix of Object.values(PREFIXES))
    for (const path of paths) app.post(prefix + path, options, post);
}
