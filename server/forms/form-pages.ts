import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TypedValues } from "../../shared/contract/form-state.ts";
import type { Field } from "../../shared/forms/field.ts";
import type { FormName, InboxForm } from "../../shared/forms/form-names.ts";
import { CONTACT_SENT_ID, formActions } from "../../shared/forms/form-names.ts";
import { PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import { englishPath, languageOf, PREFIXES } from "../../shared/languages.ts";
import { isFromOurPages } from "../http/headers.ts";
import type { Refusal } from "../http/rate-limits.ts";
import { postedForm, takeFormsOnly } from "../http/request-bodies.ts";
import { readForm } from "./form-schema.ts";
import { donationFields, formWords, inboxForms, pledgeForm } from "./forms.ts";
import { type PagePost, type PageResult, takeDonation, takePledge } from "./gift-pages.ts";
import { invalid, refusalOf, takeMessage } from "./messages.ts";

/** The most bytes of the values of a form, as of one that comes as JSON. */
const MAX_FORM_BYTES = 32 * 1024;

const pathOf = (form: FormName) => formActions[form].split("?")[0] ?? "";

const forms = Object.keys(formActions) as FormName[];

/** The form of a post, by its URL alone; the first of its page unless `form` names another. */
function formOfRequest({ routeOptions, url }: FastifyRequest): FormName {
  const named = new URLSearchParams(url.split("?")[1]).get("form");
  const page = englishPath(routeOptions.url ?? "");
  const ofPage = forms.filter((form) => pathOf(form) === page);
  return ofPage.find((form) => form === named) ?? ofPage[0] ?? "contact";
}

/** Posted by the button on Donate: the choice is taken along, and nothing is stored yet. */
const isFromDonate = (form: FormName, posted: URLSearchParams) =>
  form === "pledge" &&
  !posted.has("amount") &&
  (posted.has("preset") || posted.has("customAmount"));

function fieldsOf(form: FormName, posted: URLSearchParams): Record<string, Pick<Field, "kind">> {
  if (form === "donation" || isFromDonate(form, posted)) return donationFields;
  return form === "pledge" ? pledgeForm : inboxForms[form].fields;
}

function valuesOf(form: FormName, posted: URLSearchParams): TypedValues {
  const values = Object.entries(fieldsOf(form, posted)).map(([name, { kind }]) => [
    name,
    kind === "choices" ? posted.getAll(name) : (posted.get(name) ?? ""),
  ]);
  const key = { [PLEDGE_KEY]: posted.get(PLEDGE_KEY) || randomUUID() };
  return { ...Object.fromEntries(values), ...(form === "pledge" && key) };
}

/** The page that confirms a submission. Its URL holds nothing personal. */
const thanksPage = (form: InboxForm, reference: string) =>
  form === "contact"
    ? `${formActions.contact}?sent=1&reference=${reference}#${CONTACT_SENT_ID}`
    : `${formActions[form]}&reference=${reference}`;

async function take(form: FormName, post: PagePost): Promise<PageResult> {
  if (form === "donation") return takeDonation(post);
  if (form === "pledge") return takePledge(post);
  const { reply, values, language, isSuspect } = post;
  const read = readForm(inboxForms[form].schemas[language], values);
  if (!read.ok) return invalid(read.errors);
  const result = await takeMessage(reply, { form, fields: read.values, isSuspect, language });
  if ("problem" in result) return result.problem;
  return PREFIXES[language] + thanksPage(form, result.reference);
}

/** Forms posted by browsers without scripts, each to its own page: 422 with what was submitted, or 303. */
export async function formPageRoutes(app: FastifyInstance): Promise<void> {
  takeFormsOnly(app);
  /** Posts above the limit on tries. */
  const refusals = new WeakMap<FastifyRequest, Refusal>();

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await app.formLimits.countTry(formOfRequest(request), reply);
    // The body is still read, within its limit: the page of the refusal shows it again.
    if (refusal !== null) refusals.set(request, refusal);
    if (!isFromOurPages(request, app.config.PUBLIC_ORIGIN))
      return app.pages.renderError(reply, 403);
  };

  const post = async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOfRequest(request);
    const language = languageOf(request.url);
    const posted = postedForm(request);
    const values = valuesOf(form, posted);

    async function resultOf(): Promise<PageResult> {
      const refusal = refusals.get(request);
      if (refusal !== undefined) return refusalOf(refusal, language);
      if (Buffer.byteLength([...posted].flat().join("=")) > MAX_FORM_BYTES)
        return { status: 413, message: formWords[language].refusals.tooMuchText };
      if (isFromDonate(form, posted)) return { status: 200, message: "", errors: [] };
      const sent = Object.fromEntries([...posted].reverse());
      const isSuspect = app.submissions.spamCheck.isSuspect(sent);
      return take(form, { reply, values, language, isSuspect });
    }

    const result = await resultOf();
    if (typeof result === "string")
      return reply.header("cache-control", "no-store").redirect(result, 303);
    const { status, message, errors, retryAfterSeconds, reference } = result;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
    const failure = errors ? null : (message ?? null);
    const state = { form, status, values, errors: errors ?? [], failure, reference };
    return app.pages.renderOwn(reply, { form: state });
  };

  // Percent encoding makes a body up to three times as long as its values.
  const options = { onRequest, bodyLimit: 3 * MAX_FORM_BYTES };
  const paths = new Set(forms.map(pathOf));
  for (const prefix of Object.values(PREFIXES))
    for (const path of paths) app.post(prefix + path, options, post);
}
