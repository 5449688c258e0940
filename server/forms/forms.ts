import * as z from "zod";
import donation from "../../content/words/en/donation.json" with { type: "json" };
import errors from "../../content/words/en/form-errors.json" with { type: "json" };
import messages from "../../content/words/en/form-messages.json" with { type: "json" };
import refusals from "../../content/words/en/form-refusals.json" with { type: "json" };
import swDonation from "../../content/words/sw/donation.json" with { type: "json" };
import swErrors from "../../content/words/sw/form-errors.json" with { type: "json" };
import swMessages from "../../content/words/sw/form-messages.json" with { type: "json" };
import swRefusals from "../../content/words/sw/form-refusals.json" with { type: "json" };
import { partnerFields, volunteerFields } from "../../shared/forms/application-forms.ts";
import { contactFields } from "../../shared/forms/contact-form.ts";
import { amountError, minorUnits, readAmount } from "../../shared/forms/donation.ts";
import type { Field, FieldSet } from "../../shared/forms/field.ts";
import type { InboxForm } from "../../shared/forms/form-names.ts";
import { PAYMENT_KEY, pledgeFields } from "../../shared/forms/gift-forms.ts";
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

/** The schemas of spec section 5, "Donation". A typed amount overrides a preset, because both are sent without scripts. */
export const donationSchemas = inEachLanguage(({ errors }) =>
  z.object({
    ...formSchema(pledgeFields, errors).omit({ amount: true, purpose: true, mayWrite: true }).shape,
    preset: typed,
    customAmount: typed,
  }),
);
export type Donation = z.infer<typeof donationSchemas.en>;

/** The fields of the donation form, which is stored as a gift where a payment provider is configured. */
export const donationFields: Record<string, Pick<Field, "kind">> = Object.fromEntries(
  [...Object.keys(donationSchemas.en.shape), PAYMENT_KEY].map((name) => [name, { kind: "line" }]),
);

/** Returns the validation error of the whole amount, or null when a preset is chosen or the typed amount can be read. */
export function donationAmountError(
  { preset, customAmount }: Record<string, unknown>,
  presets: readonly number[],
  { amounts, refusals }: FormWords,
): string | null {
  if (typeof customAmount === "string" && customAmount.trim() !== "")
    return amountError(customAmount.trim(), amounts);
  if (!preset) return refusals.noAmount;
  return presets.some((one) => String(one) === preset) ? null : refusals.notListed;
}

/** Returns the fields of a pledge. The content says for which purposes one may give. */
export const pledgeForm = (purposes: readonly { value: string }[]) =>
  ({
    ...pledgeFields,
    purpose: { ...pledgeFields.purpose, values: purposes.map(({ value }) => value) },
  }) as const satisfies FieldSet;

/** Returns the schema of a pledge, a gift by bank transfer or mobile money (docs/decisions/0055). */
export function pledgeSchema(purposes: readonly { value: string }[], language: Language) {
  const { amounts, errors } = formWords[language];
  const { shape } = formSchema(pledgeForm(purposes), errors);
  const error = ({ input }: { input?: unknown }) => amountError(String(input), amounts) ?? "";
  return z.object({
    ...shape,
    amount: shape.amount
      .refine((text) => readAmount(text) !== null, { error })
      .transform((text) => minorUnits(readAmount(text) ?? "0")),
    mayWrite: shape.mayWrite.transform((chosen) => chosen.includes("yes")),
  });
}
export type Pledge = z.infer<ReturnType<typeof pledgeSchema>>;
