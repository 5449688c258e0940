import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TypedValues } from "../../shared/contract/form-state.ts";
import {
  CONTACT_SENT_ID,
  type FormName,
  formActions,
  type InboxForm,
} from "../../shared/forms/form-names.ts";
import { languageOf, PREFIXES } from "../../shared/languages.ts";
import { isFromOurPages } from "../http/headers.ts";
import type { Refusal } from "../http/rate-limits.ts";
import { postedForm, takeFormsOnly } from "../http/request-bodies.ts";
import {
  donationFields,
  formOfRequest,
  formPagePaths,
  inboxForms,
  sizeOf,
  submittedValues,
} from "./posted-form.ts";
import { readForm } from "./schemas/form-schema.ts";
import { wordsFor } from "./schemas/form-words.ts";
import {
  afterFailure,
  again,
  type PagePost,
  type PageResult,
  pledgeValues,
  takeDonation,
  takePledge,
} from "./take-gift.ts";
import { refusalOf, takeMessage } from "./take-message.ts";

/** The most bytes of the values of a form, as of one that comes as JSON. */
const MAX_FORM_BYTES = 32 * 1024;
/** Percent encoding makes a body up to three times as long as its values. */
const MAX_ESCAPED = 3 * MAX_FORM_BYTES;

/** The values of a form, for its schema and to be rendered again. */
function valuesOf(form: FormName, posted: URLSearchParams): TypedValues {
  if (form === "pledge") return pledgeValues(posted);
  return submittedValues(posted, form === "donation" ? donationFields : inboxForms[form].fields);
}

/** The page that confirms a submission. Its URL holds nothing personal. */
const thanksPage = (form: InboxForm, reference: string) =>
  form === "contact"
    ? `${formActions.contact}?sent=1&reference=${reference}#${CONTACT_SENT_ID}`
    : `${formActions[form]}&reference=${reference}`;

async function takeFromPage(form: InboxForm, post: PagePost): Promise<PageResult> {
  const { exchange, values, language, isSuspect } = post;
  const read = readForm(inboxForms[form].schemas[language], values);
  if (!read.ok) return again(422, { errors: read.errors });
  const message = { form, fields: read.values, isSuspect, language };
  const result = await takeMessage(exchange, message);
  if (result.kind === "failed") return afterFailure(result);
  return { kind: "done", url: PREFIXES[language] + thanksPage(form, result.reference) };
}

function take(form: FormName, post: PagePost): Promise<PageResult> {
  if (form === "donation") return takeDonation(post);
  return form === "pledge" ? takePledge(post) : takeFromPage(form, post);
}

/** Forms posted by browsers without scripts, each to its own page: 422 with what was submitted, or 303. */
export async function formPageRoutes(app: FastifyInstance): Promise<void> {
  takeFormsOnly(app);
  /** Posts above the limit on tries. */
  const refusals = new WeakMap<FastifyRequest, Refusal>();

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await app.formLimits[formOfRequest(request)].countTry(request, reply);
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
      if (refusal !== undefined) return afterFailure(refusalOf(refusal, language));
      if (sizeOf(posted) > MAX_FORM_BYTES)
        return again(413, { failure: wordsFor(language).refusals.tooMuchText });
      const sent = Object.fromEntries([...posted].reverse());
      const isSuspect = app.submissions.spamCheck.isSuspect(sent);
      return take(form, { exchange: [request, reply], posted, values, language, isSuspect });
    }

    const result = await resultOf();
    if (result.kind === "done")
      return reply.header("cache-control", "no-store").redirect(result.url, 303);
    const { status, why, retryAfterSeconds } = result;
    if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
    const state = { form, status, values, errors: [], failure: null, ...why };
    return app.pages.renderOwn(request, reply, { form: state });
  };

  for (const url of formPagePaths) app.post(url, { onRequest, bodyLimit: MAX_ESCAPED }, post);
}
