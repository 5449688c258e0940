import { randomUUID } from "node:crypto";
import donate from "../../content/donate.json" with { type: "json" };
import type { FormState, TypedValues } from "../../shared/contract/form-state.ts";
import { fill } from "../../shared/fill.ts";
import { chosenAmount, minorUnits } from "../../shared/forms/donation.ts";
import { formActions } from "../../shared/forms/form-names.ts";
import { PAYMENT_KEY, PLEDGE_KEY } from "../../shared/forms/gift-forms.ts";
import { type Language, PREFIXES } from "../../shared/languages.ts";
import type { GiftPayments } from "../gifts/gift-payments.ts";
import { newGift, SUSPECTED } from "../gifts/gift-states.ts";
import { IDEMPOTENCY_KEY } from "./idempotency/idempotency-store.ts";
import { donationFields, submittedValues } from "./posted-form.ts";
import { readForm } from "./schemas/form-schema.ts";
import { inEachLanguage, wordsFor } from "./schemas/form-words.ts";
import {
  amountError,
  type Donation,
  donationSchema,
  type Pledge,
  pledgeForm,
  pledgeSchema,
} from "./schemas/gift-forms.schema.ts";
import { type Exchange, type Failure, refusalOf, reservePlace } from "./take-message.ts";

/** The page of a gift. Its URL holds nothing personal. */
export const GIFT_PAGE = "/donate/thanks";

/** A form that was posted by its page. */
export interface PagePost {
  exchange: Exchange;
  posted: URLSearchParams;
  /** For its schema, and to be rendered again. */
  values: TypedValues;
  language: Language;
  isSuspect: boolean;
}

/** What becomes of it: the next page, or the same form with what was typed. */
export type PageResult =
  | { kind: "done"; url: string }
  | {
      kind: "again";
      status: number;
      why: Partial<FormState>;
      retryAfterSeconds?: number | undefined;
    };

export const again = (status: number, why: Partial<FormState>): PageResult => ({
  kind: "again",
  status,
  why,
});

export const afterFailure = ({ status, message, retryAfterSeconds }: Failure): PageResult => ({
  kind: "again",
  status,
  why: { failure: message },
  retryAfterSeconds,
});

const donationSchemas = inEachLanguage(donationSchema);
const pledgeSchemas = inEachLanguage(pledgeSchema);

/** Where it is needed most: the form asks no more than the spec has it ask. */
const MOST_NEEDED = "most-needed";

const donorOf = ({ firstName, lastName, email, phone }: Donation | Pledge) => ({
  firstName,
  lastName,
  email,
  phone: phone === "" ? null : phone,
});

/** The gift of a valid form: its amount is the one that the page showed. Null when the page has no such amount. */
function draftOf(donation: Donation) {
  const { currency, frequency, customAmount } = donation;
  const preset =
    customAmount === "" ? donate.presets.find((one) => String(one) === donation.preset) : 0;
  if (preset === undefined) return null;
  const factor = donate.currencies.find(({ code }) => code === currency)?.displayFactor ?? 1;
  const amount = chosenAmount({ currency, frequency, preset, customAmount }, factor);
  if (amount === null) return null;
  const donor = donorOf(donation);
  const amountMinor = minorUnits(amount);
  return { amountMinor, currency, frequency, purpose: MOST_NEEDED, donor, mayWrite: false };
}

/** Spec section 4: no call is made. The page shows the amount again, and what really happened. */
function donationPage({ currency, preset, customAmount, frequency }: Donation): string {
  const amount = customAmount === "" ? { amount: preset } : { custom: customAmount };
  return `${formActions.donation}?${new URLSearchParams({ sent: "1", ...amount, currency, frequency })}`;
}

/** Stores the gift of a valid form, and begins its payment. */
async function pay(
  payments: GiftPayments,
  { exchange: [request], values, language }: PagePost,
  donation: Donation,
): Promise<PageResult> {
  const words = wordsFor(language);
  const draft = draftOf(donation);
  if (draft === null)
    return again(422, { errors: [{ field: "customAmount", message: words.refusals.notListed }] });
  // The random key of the form; empty where it has none.
  const sentKey = String(values[PAYMENT_KEY]);
  const clientKey = IDEMPOTENCY_KEY.test(sentKey) ? sentKey : "";
  try {
    const given = await payments.give(draft, clientKey, language);
    request.log.info({ form: "donation", outcome: given.kind }, "form answered");
    if (given.kind === "page") return { kind: "done", url: given.url };
    const { reference } = given;
    if (given.kind === "paid")
      return { kind: "done", url: `${PREFIXES[language]}${GIFT_PAGE}/${reference}` };
    // Nothing was charged, and the gift is stored as a promise.
    return again(503, { failure: fill(words.refusals.paymentDown, { reference }), reference });
  } catch (err) {
    request.log.error({ err, form: "donation" }, "gift could not be stored");
    return again(503, { failure: words.failed.donation });
  }
}

/** Leads to the provider's page; without a provider to a page that says what really happened. */
export async function takeDonation(post: PagePost): Promise<PageResult> {
  const { exchange, values, language } = post;
  const read = readForm(donationSchemas[language], values);
  const message = amountError(values, wordsFor(language));
  const errors = message === null ? [] : [{ field: "customAmount", message }];
  if (!read.ok) return again(422, { errors: [...errors, ...read.errors] });
  if (errors.length > 0) return again(422, { errors });
  const place = await reservePlace(exchange, { form: "donation", fields: read.values });
  if (place.refusal !== null) return afterFailure(refusalOf(place.refusal, language));
  const { payments } = exchange[0].server.giving;
  if (payments !== null) return pay(payments, post, read.values);
  return { kind: "done", url: PREFIXES[language] + donationPage(read.values) };
}

/** Posted by the button on Donate: the choice is taken along, and nothing is stored yet. */
const isFromDonate = (posted: URLSearchParams) =>
  !posted.has("amount") && (posted.has("preset") || posted.has("customAmount"));

/** What is shown again, with the form's key; without a usable one a new one. */
export function pledgeValues(posted: URLSearchParams): TypedValues {
  const sent = posted.get(PLEDGE_KEY) ?? "";
  const key = IDEMPOTENCY_KEY.test(sent) ? sent : randomUUID();
  const fields = isFromDonate(posted) ? donationFields : pledgeForm;
  return { ...submittedValues(posted, fields), [PLEDGE_KEY]: key };
}

/** Stores a gift as pledged, once for each key of the form, and leads to its page. */
export async function takePledge(post: PagePost): Promise<PageResult> {
  const { exchange, posted, values, isSuspect, language } = post;
  if (isFromDonate(posted)) return again(200, {});
  const read = readForm(pledgeSchemas[language], values);
  if (!read.ok) return again(422, { errors: read.errors });
  const clientKey = String(values[PLEDGE_KEY]);
  const place = await reservePlace(exchange, { form: "pledge", fields: read.values, clientKey });
  if (place.refusal !== null) return afterFailure(refusalOf(place.refusal, language));
  const [{ log, server }] = exchange;
  try {
    const { amount: amountMinor, currency, frequency, purpose, mayWrite } = read.values;
    const chosen = { amountMinor, currency, frequency, purpose, mayWrite, language };
    const draft = { ...chosen, donor: donorOf(read.values), idempotencyKey: place.key };
    // Suspected spam is stored and marked (docs/decisions/0049).
    const note = isSuspect ? SUSPECTED : undefined;
    const gift = await server.giving.gifts.add(newGift(draft, server.clock(), note));
    log.info({ gift: gift.reference, state: gift.state }, "gift pledged");
    return { kind: "done", url: `${PREFIXES[language]}${GIFT_PAGE}/${gift.reference}` };
  } catch (err) {
    await place.release();
    log.error({ err }, "gift was not stored");
    return again(503, { failure: wordsFor(language).refusals.notStored });
  }
}
