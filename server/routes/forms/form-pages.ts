import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormState, TypedValues } from "../../../shared/contract/form-state.ts";
import { PAYMENT_KEY } from "../../../shared/forms/donation-form.ts";
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
import { amountError, type Donation } from "../../submissions/forms/donation.schema.ts";
import { wordsFor } from "../../submissions/forms/form-words.ts";
import { readForm } from "../../submissions/forms/read-form.ts";
import { paymentKeyOf } from "./donation-draft.ts";
import { payDonation } from "./pay-donation.ts";
import {
  donationFields,
  donationSchemas,
  formOfRequest,
  formPagePaths,
  inboxForms,
  sizeOf,
  submittedValues,
} from "./posted-form.ts";
import { refusalWords } from "./refusal-words.ts";
import {
  type FormDeps,
  type Limits,
  MAX_FORM_BYTES,
  reservePlace,
  submitForm,
} from "./submit-form.ts";
import { pledgeValues, takePledge } from "./take-pledge.ts";

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

/** Spec section 4: no call is made. The page shows the amount again, and what really happened. */
function donationPage({ currency, preset, customAmount, frequency }: Donation): string {
  const amount = customAmount === "" ? { amount: preset } : { custom: customAmount };
  return `${formActions.donation}?${new URLSearchParams({ sent: "1", ...amount, currency, frequency })}`;
}

/** Forms posted by browsers without scripts, each to its own page: 422 with what was submitted, or 303. */
export async function formPageRoutes(
  app: FastifyInstance,
  { deps, limits }: { deps: FormDeps; limits: Limits },
): Promise<void> {
  takeFormsOnly(app);
  /** Posts above the limit on tries. */
  const refusals = new WeakMap<FastifyRequest, Refusal>();

  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    const refusal = await limits[formOfRequest(request)].countTry(request, reply);
    // The body is still read, within its limit: the page of the refusal shows it again.
    if (refusal !== null) refusals.set(request, refusal);
    if (!isFromOurPages(request, deps.pageDeps.publicOrigin))
      return renderErrorPage(reply, { status: 403, deps: deps.pageDeps });
  };

  const post = async (request: FastifyRequest, reply: FastifyReply) => {
    const form = formOfRequest(request);
    const language = languageOf(request.url);
    const prefix = PREFIXES[language];
    const words = wordsFor(language);
    const context = { request, reply, deps, limits };
    const posted = postedForm(request);
    const values = valuesOf(form, posted);
    const renderAgain = (status: number, why: Partial<FormState>) => {
      const state = { form, status, values, errors: [], failure: null, ...why };
      return renderOwnPage(request, reply, { form: state, deps: deps.pageDeps });
    };
    const refuse = (refusal: Refusal) => {
      reply.header("retry-after", refusal.seconds);
      return renderAgain(429, { failure: refusalWords(refusal, words.refusals) });
    };

    const refusal = refusals.get(request);
    if (refusal !== undefined) return refuse(refusal);
    if (sizeOf(posted) > MAX_FORM_BYTES)
      return renderAgain(413, { failure: words.refusals.tooMuchText });

    if (form === "donation") {
      const read = readForm(donationSchemas[language], values);
      const message = amountError(values, words);
      const errors = message === null ? [] : [{ field: "customAmount", message }];
      if (!read.ok) return renderAgain(422, { errors: [...errors, ...read.errors] });
      if (errors.length > 0) return renderAgain(422, { errors });
      const place = await reservePlace(context, { form, fields: read.values });
      if (place.refusal !== null) return refuse(place.refusal);
      if (deps.payments === null) return reply.redirect(prefix + donationPage(read.values), 303);
      const clientKey = paymentKeyOf(values[PAYMENT_KEY]);
      const paid = await payDonation(request, deps.payments, {
        donation: read.values,
        clientKey,
        language,
      });
      if (paid.kind === "again") return renderAgain(paid.status, paid.why);
      return reply.header("cache-control", "no-store").redirect(paid.url, 303);
    }
    const isSuspect = deps.spamCheck.isSuspect(Object.fromEntries([...posted].reverse()));
    if (form === "pledge")
      return takePledge(context, { posted, values, isSuspect, language, renderAgain, refuse });
    const read = readForm(inboxForms[form].schemas[language], values);
    if (!read.ok) return renderAgain(422, { errors: read.errors });
    const result = await submitForm(context, { form, fields: read.values, isSuspect });
    if (result.kind === "limited") return refuse(result.refusal);
    if (result.kind === "failed")
      return renderAgain(result.status, { failure: result.message ?? words.failed[form] });
    return reply.redirect(prefix + thanksPage(form, result.reference), 303);
  };

  for (const url of formPagePaths) app.post(url, { onRequest, bodyLimit: MAX_ESCAPED }, post);
}
