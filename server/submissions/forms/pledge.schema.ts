import * as z from "zod";
import giving from "../../../content/giving.json" with { type: "json" };
import {
  amountError,
  minorUnits,
  readAmount,
  withoutGroups,
} from "../../../shared/forms/donation.ts";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { fieldErrorMessage } from "../../../shared/forms/field-errors.ts";
import { pledgeFields } from "../../../shared/forms/pledge-form.ts";
import { choice, choices, email, line } from "./field-schemas.ts";

const purposes = giving.purposes.map(({ value }) => value);

/** The fields of a pledge, with the purposes that content names. */
export const pledgeForm = {
  ...pledgeFields,
  purpose: { ...pledgeFields.purpose, values: purposes },
} as const satisfies FieldSet;

/** A typed amount in hundredths. Commas between thousands are allowed, as in the browser. */
const amount = z
  .string()
  .nullish()
  .transform((text, context) => {
    const typed = withoutGroups((text ?? "").trim());
    const canonical = readAmount(typed);
    if (canonical !== null) return minorUnits(canonical);
    const message =
      typed === "" ? fieldErrorMessage(pledgeForm.amount, "missing") : amountError(typed);
    context.addIssue({ code: "custom", message: message ?? "Enter an amount" });
    return z.NEVER;
  });

/** A gift by bank transfer or mobile money (docs/decisions/0055). */
export const pledgeSchema = z.object({
  amount,
  currency: choice(pledgeForm.currency).pipe(z.enum(pledgeForm.currency.values)),
  frequency: choice(pledgeForm.frequency).pipe(z.enum(pledgeForm.frequency.values)),
  purpose: choice(pledgeForm.purpose),
  firstName: line(pledgeForm.firstName),
  lastName: line(pledgeForm.lastName),
  email: email(pledgeForm.email),
  phone: line(pledgeForm.phone),
  mayWrite: choices(pledgeForm.mayWrite).transform((chosen) => chosen.includes("yes")),
});
export type Pledge = z.infer<typeof pledgeSchema>;
