import * as z from "zod";
import giving from "../../../content/giving.json" with { type: "json" };
import { fill } from "../../../shared/fill.ts";
import {
  CURRENCIES,
  FREQUENCIES,
  minorUnits,
  readAmount,
  amountError as typedAmountError,
} from "../../../shared/forms/donation.ts";
import { type FieldSet, fieldErrorMessage } from "../../../shared/forms/field.ts";
import { donorFields, pledgeFields } from "../../../shared/forms/gift-forms.ts";
import { choice, choices, email, line } from "./form-schema.ts";
import { type FormWords, wordsFor } from "./form-words.ts";

const typed = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").trim());

/** Spec section 5, "Donation". A typed amount overrides a preset: without scripts both are sent. */
export const donationSchema = ({ errors, refusals }: FormWords) =>
  z.object({
    currency: z.enum(CURRENCIES, fill(errors.choose, { noun: errors.nouns.currency })),
    preset: typed.pipe(z.string().regex(/^\d{0,6}$/, refusals.choosePreset)),
    customAmount: typed,
    frequency: z.enum(FREQUENCIES, fill(errors.choose, { noun: errors.nouns.frequency })),
    firstName: line(donorFields.firstName, errors),
    lastName: line(donorFields.lastName, errors),
    email: email(donorFields.email, errors),
    phone: line(donorFields.phone, errors),
  });

export type Donation = z.infer<ReturnType<typeof donationSchema>>;

/** The validation error of the amount as a whole; null when one is chosen. */
export function amountError(
  { preset, customAmount }: Record<string, unknown>,
  { amounts, refusals } = wordsFor("en"),
): string | null {
  if (typeof customAmount === "string" && customAmount.trim() !== "") {
    return typedAmountError(customAmount.trim(), amounts);
  }
  return Number(preset) > 0 ? null : refusals.noAmount;
}

const purposes = giving.purposes.map(({ value }) => value);

/** The fields of a pledge, with the purposes that content names. */
export const pledgeForm = {
  ...pledgeFields,
  purpose: { ...pledgeFields.purpose, values: purposes },
} as const satisfies FieldSet;

/** A typed amount in hundredths. */
const amount = ({ amounts, errors }: FormWords) =>
  typed.transform((text, context) => {
    const canonical = readAmount(text);
    if (canonical !== null) return minorUnits(canonical);
    const missing = fieldErrorMessage(pledgeForm.amount, "missing", errors);
    context.addIssue(text === "" ? missing : (typedAmountError(text, amounts) ?? missing));
    return z.NEVER;
  });

/** A gift by bank transfer or mobile money (docs/decisions/0055). */
export const pledgeSchema = (words: FormWords) => {
  const { errors } = words;
  return z.object({
    amount: amount(words),
    currency: choice(pledgeForm.currency, errors).pipe(z.enum(pledgeForm.currency.values)),
    frequency: choice(pledgeForm.frequency, errors).pipe(z.enum(pledgeForm.frequency.values)),
    purpose: choice(pledgeForm.purpose, errors),
    firstName: line(pledgeForm.firstName, errors),
    lastName: line(pledgeForm.lastName, errors),
    email: email(pledgeForm.email, errors),
    phone: line(pledgeForm.phone, errors),
    mayWrite: choices(pledgeForm.mayWrite, errors).transform((chosen) => chosen.includes("yes")),
  });
};
export type Pledge = z.infer<ReturnType<typeof pledgeSchema>>;
