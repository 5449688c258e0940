import * as z from "zod";
import {
  CURRENCIES,
  FREQUENCIES,
  amountError as typedAmountError,
} from "../../../shared/forms/donation.ts";
import { donorFields as fields } from "../../../shared/forms/donation-form.ts";
import { email, line } from "./field-schemas.ts";

const typed = z
  .string()
  .nullish()
  .transform((text) => (text ?? "").trim());

/** Spec section 5, "Donation". A typed amount overrides a preset: without scripts both are sent. */
export const donationSchema = z.object({
  currency: z.enum(CURRENCIES, "Choose a currency"),
  preset: typed.pipe(z.string().regex(/^\d{0,6}$/, "Choose an amount from the list")),
  customAmount: typed,
  frequency: z.enum(FREQUENCIES, "Choose one-time or monthly"),
  firstName: line(fields.firstName),
  lastName: line(fields.lastName),
  email: email(fields.email),
  phone: line(fields.phone),
});

export type Donation = z.infer<typeof donationSchema>;

/** The validation error of the amount as a whole; null when one is chosen. */
export function amountError({ preset, customAmount }: Record<string, unknown>): string | null {
  if (typeof customAmount === "string" && customAmount.trim() !== "") {
    return typedAmountError(customAmount.trim());
  }
  return Number(preset) > 0 ? null : "Choose an amount, or enter your own";
}
