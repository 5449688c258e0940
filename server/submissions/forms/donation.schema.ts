import * as z from "zod";
import { fill } from "../../../shared/fill.ts";
import {
  CURRENCIES,
  FREQUENCIES,
  amountError as typedAmountError,
} from "../../../shared/forms/donation.ts";
import { donorFields as fields } from "../../../shared/forms/gift-forms.ts";
import { email, line } from "./field-schemas.ts";
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
    firstName: line(fields.firstName, errors),
    lastName: line(fields.lastName, errors),
    email: email(fields.email, errors),
    phone: line(fields.phone, errors),
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
