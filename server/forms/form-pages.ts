import { randomUUID } from "node:crypto";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { FormState, TypedValues } from "../../shared/contract/form-state.ts";
import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import { type GiftView, STILL } from "../../shared/contract/page-renderer.ts";
import type { SpamSignal } from "../../shared/contract/spam.ts";
import { fill } from "../../shared/fill.ts";
import { chosenAmount, minorUnits } from "../../shared/forms/donation.ts";
import type { Field } from "../../shared/forms/field.ts";
import type { FormName, InboxForm } from "../../shared/forms/form-names.ts";
import { CONTACT_SENT_ID, formActions } from "../../shared/forms/form-names.ts";
import { PAYMENT_KEY, PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import type { Language } from "../../shared/languages.ts";
import { englishPath, LANGUAGES, languageOf, PREFIXES } from "../../shared/languages.ts";
import {
  amountLeft,
  GIFT_REFERENCE,
  type Gift,
  giftPage,
  newGift,
  receivedAt,
  SUSPECTED,
} from "../gifts/gift.ts";
import { isFromOurPages } from "../http/headers.ts";
import { postedForm, takeFormsOnly } from "../http/request-bodies.ts";
import { createFormLimit, uncountFailure } from "./form-limits.ts";
import { fieldErrors } from "./form-schema.ts";
import type { Donation, Pledge } from "./forms.ts";
import {
  donationAmountError,
  donationFields,
  donationSchemas,
  formWords,
  inboxForms,
  pledgeForm,
  pledgeSchema,
} from "./forms.ts";
import type { Problem } from "./idempotency.ts";
import { messageKey } from "./inbox.ts";
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
  return form === "pledge" ? pledgeForm([]) : inboxForms[form].fields;
}

function valuesOf(form: FormName, posted: URLSearchParams): TypedValues {
  const values = Object.entries(formFields(form, posted)).map(([name, { kind }]) => [
    name,
    kind === "choices" ? posted.getAll(name) : (posted.get(name) ?? ""),
  ]);
  const key = { [PLEDGE_KEY]: posted.get(PLEDGE_KEY) || randomUUID() };
  return { ...Object.fromEntries(values), ...(form === "pledge" && key) };
}

interface PagePost {
  reply: FastifyReply;
  values: TypedValues;
  language: Language;
  spam: readonly SpamSignal[];
}

/** The result of a post: the URL of the next page, or why the same form is shown again with the typed values. */
type PageResult = string | (Problem & Pick<FormState, "reference">);

function donorOf({ firstName, lastName, email, phone }: Donation | Pledge) {
  return { firstName, lastName, email, phone: phone || null };
}

/** Returns the gift of a valid form, with the amount that the page showed. */
function donationDraft(
  donation: Donation,
  language: Language,
  { donate }: SiteContent["documents"],
) {
  const { currency, frequency, preset, customAmount } = donation;
  const factor = donate.currencies.find(({ value }) => value === currency)?.displayFactor ?? 1;
  const choice = { currency, frequency, preset: customAmount ? 0 : Number(preset), customAmount };
  const amountMinor = minorUnits(chosenAmount(choice, factor) ?? "0");
  const donor = donorOf(donation);
  // The form has no field for a purpose: it asks only what the spec lists.
  const chosen = { amountMinor, currency, frequency, purpose: "most-needed" };
  return { ...chosen, donor, mayWrite: false, language };
}

/** Returns the page after a donation without a provider, which says that nothing was charged (spec section 4: no call). */
function donationPage({ currency, preset, customAmount, frequency }: Donation): string {
  const amount = customAmount === "" ? { amount: preset } : { custom: customAmount };
  return `${formActions.donation}?${new URLSearchParams({ sent: "1", ...amount, currency, frequency })}`;
}

async function takeDonation({ reply, values, language }: PagePost): Promise<PageResult> {
  const { log, server } = reply;
  const words = formWords[language];
  const { data: donation, error } = donationSchemas[language].safeParse(values);
  const { documents } = server.content.in(language);
  const message = donationAmountError(values, documents.donate.presets, words);
  const errors = message === null ? [] : [{ field: "customAmount", message }];
  if (error) return invalidFields([...errors, ...fieldErrors(error)]);
  if (message !== null) return invalidFields(errors);
  // The random key of the form, present when the form leads to a payment.
  const clientKey = String(values[PAYMENT_KEY]) || undefined;
  const refusal = await server.countForm(reply.request, language);
  if (refusal !== null) return refusal;
  const { payments } = server.giving;
  if (payments === null) return PREFIXES[language] + donationPage(donation);
  try {
    const key = messageKey("donation", donation, server.clock(), clientKey);
    const post = { key, hasClientKey: clientKey !== undefined };
    const draft = donationDraft(donation, language, documents);
    const { url, reference } = await payments.give(draft, post);
    log.info({ form: "donation", outcome: url ? 303 : 503, reference }, "form handled");
    if (url !== null) return url;
    // Nothing was charged, and the gift is stored as a pledge. The donor may try again.
    return { status: 503, message: fill(words.refusals.paymentDown, { reference }), reference };
  } catch (err) {
    log.error({ err, form: "donation" }, "gift could not be stored");
    return { status: 503, message: words.messages.failed.donation };
  }
}

async function takePledge(post: PagePost): Promise<PageResult> {
  const { reply, values, spam, language } = post;
  const { log, request, server } = reply;
  const { purposes } = server.content.in(language).documents.giving;
  const { data: pledge, error } = pledgeSchema(purposes, language).safeParse(values);
  if (error) return invalidFields(fieldErrors(error));
  const clientKey = String(values[PLEDGE_KEY]);
  const refusal = await server.countForm(request, language);
  if (refusal !== null) return refusal;
  try {
    const { amount: amountMinor, currency, frequency, purpose, mayWrite } = pledge;
    const chosen = { amountMinor, currency, frequency, purpose, mayWrite, language };
    const idempotencyKey = messageKey("pledge", pledge, server.clock(), clientKey);
    const draft = { ...chosen, donor: donorOf(pledge), idempotencyKey };
    // Suspected spam is stored and marked (docs/decisions/0049).
    const note = spam.length > 0 ? SUSPECTED : undefined;
    const gift = await server.giving.gifts.add(newGift(draft, server.clock(), note));
    log.info({ gift: gift.reference, state: gift.state }, "gift pledged");
    return giftPage(gift.reference, language);
  } catch (err) {
    log.error({ err }, "gift could not be stored");
    return { status: 503, message: formWords[language].refusals.notStored };
  }
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

/** Returns the part of a gift that visitors may see. Anyone who has the reference sees this part. */
function toGiftView(gift: Gift): GiftView {
  const { reference, state, currency, frequency, purpose, donor, history } = gift;
  const isPaid = state === "paid";
  return {
    reference,
    state,
    amountMinor: amountLeft(gift),
    refundedMinor: isPaid ? gift.refundedMinor : 0,
    currency,
    frequency,
    purpose,
    firstName: donor?.firstName ?? null,
    since: (isPaid ? receivedAt(gift) : history.at(-1)?.at) ?? gift.createdAt,
  };
}

/** The interval, in seconds, at which the page of a pending gift reloads, without a script. */
const REFRESH_SECONDS = 15;

/** Adds the form for a pledge, and the page of each gift. Both are rendered for each request and never cached. */
export async function giftPageRoutes(app: FastifyInstance): Promise<void> {
  const { pages } = app;
  const { gifts, payments } = app.giving;
  type OfGift = { Params: { reference: string }; Querystring: Record<string, unknown> };

  for (const language of LANGUAGES) {
    app.get(PREFIXES[language] + formActions.pledge, async (_request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const values = { [PLEDGE_KEY]: randomUUID() };
      const form = { form: "pledge", status: 200, values, errors: [], failure: null } as const;
      return pages.renderOwn(reply, { form });
    });

    app.get<OfGift>(giftPage(":reference", language), async (request, reply) => {
      if (!(await app.admit(reply))) return reply;
      const { reference } = request.params;
      try {
        const isReference = GIFT_REFERENCE.test(reference);
        // Parameters about a payment are ignored: the provider is asked instead.
        if (isReference) await payments?.refresh(reference);
        const gift = isReference ? await gifts.get(reference) : null;
        if (gift?.state === "pending" && !(STILL in request.query))
          reply.header("refresh", REFRESH_SECONDS);
        return pages.renderOwn(reply, { data: gift && toGiftView(gift) });
      } catch (err) {
        request.log.error({ err, gift: reference }, "gift could not be read");
        return pages.renderError(reply, 503);
      }
    });
  }
}
