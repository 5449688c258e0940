import * as z from "zod";
import giving from "../../../content/giving.json" with { type: "json" };
import { amountError, minorUnits, readAmount } from "../../../shared/forms/donation.ts";
import { type FieldSet, fieldErrorMessage } from "../../../shared/forms/field.ts";
import { pledgeFields } from "../../../shared/forms/gift-forms.ts";
import { choice, choices, email, line } from "./field-schemas.ts";
import type { FormWords } from "./form-words.ts";

const purposes = giving.purposes.map(({ value }) => value);

/** The fields of a pledge, with the purposes that content names. */
export const pledgeForm = {
  ...pledgeFields,
  purpose: { ...pledgeFields.purpose, values: purposes },
} as const satisfies FieldSet;

/** A typed amount in hundredths. */
const amount = ({ amounts, errors }: FormWords) =>
  z
    .string()
    .nullish()
    .transform((text, context) => {
      const typed = (text ?? "").trim();
      const canonical = readAmount(typed);
      if (canonical !== null) return minorUnits(canonical);
      const missing = fieldErrorMessage(pledgeForm.amount, "missing", errors);
      const message = typed === "" ? missing : (amountError(typed, amounts) ?? missing);
      context.addIssue({ code: "custom", message });
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
