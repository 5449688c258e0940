import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { TypedValues } from "../../../shared/contract/form-state.ts";
import {
  CONTACT_SENT_ID,
  type FormName,
  formActions,
  type InboxForm,
} from "../../../shared/forms/form-names.ts";
import { languageOf, PREFIXES } from "../../../shared/languages.ts";
import { postedForm, takeFormsOnly } from "../../http/body-parsers.ts";
import type { Refusal } from "../../http/rate-limits/form-rate-limits.ts";
import { isFromOurPages } from "../../http/security/same-origin.ts";
import { renderErrorPage, renderOwnPage } from "../../ssr/render-page.ts";
import { readForm } from "../../submissions/forms/form-schema.ts";
import { wordsFor } from "../../submissions/forms/form-words.ts";
import {
  donationFields,
  formOfRequest,
  formPagePaths,
  inboxForms,
  sizeOf,
  submittedValues,
} from "./posted-form.ts";
import { refusalWords } from "./refusal-words.ts";
import { type FormContext, MAX_FORM_BYTES, submitForm } from "./submit-form.ts";
import {
  again,
  type PagePost,
  type PageResult,
  pledgeValues,
  takeDonation,
  takePledge,
} from "./take-gift.ts";

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
    : `${formActions[form]}${formActions[form].includes("?") ? "&" : "?"}reference=${reference}`;

async function takeMessage(
  context: FormContext,
  { exchange, values, language, isSuspect }: PagePost,
  form: InboxForm,
): Promise<PageResult> {
  const read = readForm(inboxForms[form].schemas[language], values);
  if (!read.ok) return again(422, { errors: read.errors });
  const result = await submitForm(context, exchange, { form, fields: read.values, isSuspect });
  if (result.kind === "limited") return result;
  if (result.kind === "failed")
    return again(result.status, { failure: result.message ?? wordsFor(language).failed[form] });
  return { kind: "done", url: PREFIXES[language] + thanksPage(form, result.reference) };
}

function take(context: FormContext, post: PagePost, form: FormName): Promise<PageResult> {
  if (form === "donation") return takeDonation(context, post);
  return form === "pledge" ? takePledge(context, post) : takeMessage(context, post, form);
}

/** Forms posted by browsers without scripts, each to its own page: 422 with what was submitted, or 303. */
export async function formPageRoutes(app: FastifyInstance, context: FormContext): Promise<void> {
  const { limits, pageDeps, spamCheck } = context;
  takeFormsOnly(app);
  /** Posts above the limit on tries. */
  const refusals = new WeakMap<FastifyRequest, Refusal>();

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await limits[formOfRequest(request)].countTry(request, reply);
    // The body is still read, within its limit: the page of the refusal shows it again.
    if (refusal !== null) refusals.set(request, refusal);
    if (!isFromOurPages(request, pageDeps.publicOrigin))
      return renderErrorPage(reply, { status: 403, deps: pageDeps });
  };

  const post = async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOfRequest(request);
    const language = languageOf(request.url);
    const { refusals: words } = wordsFor(language);
    const posted = postedForm(request);
    const values = valuesOf(form, posted);

    async function resultOf(): Promise<PageResult> {
      const refusal = refusals.get(request);
      if (refusal !== undefined) return { kind: "limited", refusal };
      if (sizeOf(posted) > MAX_FORM_BYTES) return again(413, { failure: words.tooMuchText });
      const isSuspect = spamCheck.isSuspect(Object.fromEntries([...posted].reverse()));
      const exchange: PagePost["exchange"] = [request, reply];
      return take(context, { exchange, posted, values, language, isSuspect }, form);
    }

    const result = await resultOf();
    if (result.kind === "done")
      return reply.header("cache-control", "no-store").redirect(result.url, 303);
    if (result.kind === "limited") reply.header("retry-after", result.refusal.seconds);
    const { status, why } =
      result.kind === "again"
        ? result
        : { status: 429, why: { failure: refusalWords(result.refusal, words) } };
    const state = { form, status, values, errors: [], failure: null, ...why };
    return renderOwnPage(request, reply, { form: state, deps: pageDeps });
  };

  for (const url of formPagePaths) app.post(url, { onRequest, bodyLimit: MAX_ESCAPED }, post);
}
