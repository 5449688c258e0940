import * as z from "zod";
import donation from "../../content/words/en/donation.json" with { type: "json" };
import errors from "../../content/words/en/form-errors.json" with { type: "json" };
import messages from "../../content/words/en/form-messages.json" with { type: "json" };
import refusals from "../../content/words/en/form-refusals.json" with { type: "json" };
import swDonation from "../../content/words/sw/donation.json" with { type: "json" };
import swErrors from "../../content/words/sw/form-errors.json" with { type: "json" };
import swMessages from "../../content/words/sw/form-messages.json" with { type: "json" };
import swRefusals from "../../content/words/sw/form-refusals.json" with { type: "json" };
import type { FieldError } from "../../shared/contract/form-state.ts";
import { partnerFields, volunteerFields } from "../../shared/forms/application-forms.ts";
import { contactFields } from "../../shared/forms/contact-form.ts";
import { amountError } from "../../shared/forms/donation.ts";
import type { Field, FieldSet } from "../../shared/forms/field.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import { isCallable, PAYMENT_KEY, pledgeFields } from "../../shared/forms/gift-forms.ts";
import type { Language } from "../../shared/languages.ts";
import { formSchema } from "./form-schema.ts";
import type { InboxFields } from "./inbox.ts";

export const formWords = {
  en: { amounts: donation.amount, errors, messages, refusals },
  sw: { amounts: swDonation.amount, errors: swErrors, messages: swMessages, refusals: swRefusals },
};
type FormWords = (typeof formWords)["en"];

const inEachLanguage = <Schema>(make: (words: FormWords) => Schema): Record<Language, Schema> => ({
  en: make(formWords.en),
  sw: make(formWords.sw),
});

const inboxForm = (fields: FieldSet) => ({
  fields,
  schemas: inEachLanguage(
    ({ errors }): z.ZodType<InboxFields> => formSchema(fields, errors).strict(),
  ),
});

export const inboxForms = {
  contact: inboxForm(contactFields),
  volunteer: inboxForm(volunteerFields),
  partner: inboxForm(partnerFields),
} satisfies Record<InboxForm, unknown>;

const typed = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").trim());

/** The part of the content that says what may be given. */
interface GiftContent {
  donate: {
    presets: readonly number[];
    currencies: readonly { value: string; decimals: number }[];
  };
  giving: { purposes: readonly { value: string }[] };
}

/** Returns the number of decimals of a currency, by the content. */
export function decimalsOf({ donate }: Pick<GiftContent, "donate">, currency: unknown): number {
  return donate.currencies.find(({ value }) => value === currency)?.decimals ?? 2;
}

const valuesOf = (options: readonly { value: string }[]) => options.map(({ value }) => value);

/** Returns the fields of a pledge. The content says for which purposes, and in which currencies, one may give. */
const pledgeForm = ({ donate, giving }: GiftContent) =>
  ({
    ...pledgeFields,
    currency: { ...pledgeFields.currency, values: valuesOf(donate.currencies) },
    purpose: { ...pledgeFields.purpose, values: valuesOf(giving.purposes) },
  }) as const satisfies FieldSet;

const consent = (chosen: readonly string[]) => chosen.includes("yes");

/** Returns the shape of the fields that the two forms of a gift share. */
function giftShape(content: GiftContent, language: Language) {
  const { shape } = formSchema(pledgeForm(content), formWords[language].errors);
  return {
    ...shape,
    mayWrite: shape.mayWrite.transform(consent),
    mayName: shape.mayName.transform(consent),
  };
}

/** Returns the schema of spec section 5, "Donation". A typed amount overrides a preset, because both are sent without scripts. */
export function donationSchema(content: GiftContent, language: Language) {
  const { amount: _, ...shape } = giftShape(content, language);
  const [first] = content.giving.purposes;
  return z.object({
    ...shape,
    // A page that was kept from an earlier release has no purpose.
    purpose: z.preprocess((typed) => typed || first?.value, shape.purpose),
    preset: typed,
    customAmount: typed,
    way: typed,
  });
}
export type Donation = z.infer<ReturnType<typeof donationSchema>>;

const { amount: _, ...withoutAmount } = pledgeFields;
/** The names of the fields that only the donation form has. */
const DONATION_NAMES = ["preset", "customAmount", "way", PAYMENT_KEY];

/** The fields of the donation form, which is stored as a gift. */
export const donationFields: Record<string, Pick<Field, "kind">> = {
  ...withoutAmount,
  ...Object.fromEntries(DONATION_NAMES.map((name) => [name, { kind: "line" } as const])),
};

/** Returns the validation error of the whole amount, or null when a preset is chosen or the typed amount can be read. */
export function donationAmountError(
  { preset, customAmount, currency }: Record<string, unknown>,
  content: GiftContent,
  { amounts, refusals }: FormWords,
): string | null {
  if (typeof customAmount === "string" && customAmount.trim() !== "")
    return amountError(customAmount.trim(), decimalsOf(content, currency), amounts);
  if (!preset) return refusals.noAmount;
  const { presets } = content.donate;
  return presets.some((one) => String(one) === preset) ? null : refusals.notListed;
}

/** Returns the error of a donor whom nobody could write to or call; none when one of both is possible. */
export function contactErrors(
  { email, phone }: Record<string, unknown>,
  { errors }: FormWords,
): FieldError[] {
  if (String(email ?? "").trim() !== "") return [];
  const typed = String(phone ?? "").trim();
  if (typed === "") return [{ field: "email", message: errors.emailOrPhone }];
  return isCallable(typed) ? [] : [{ field: "phone", message: errors.phoneShort }];
}

/** Returns the validation error of the amount of a pledge; none when the amount can be read. */
export function pledgeAmountErrors(
  { amount, currency }: Record<string, unknown>,
  content: GiftContent,
  { amounts }: FormWords,
): FieldError[] {
  const typed = String(amount ?? "").trim();
  const message = typed && amountError(typed, decimalsOf(content, currency), amounts);
  return message ? [{ field: "amount", message }] : [];
}

/** Returns the schema of a pledge, a gift by bank transfer or mobile money (docs/decisions/0055). */
export const pledgeSchema = (content: GiftContent, language: Language) =>
  z.object(giftShape(content, language));
export type Pledge = z.infer<ReturnType<typeof pledgeSchema>>;
