import * as z from "zod";
import { entry, formField, hero, meta, option, slug, text } from "../fields.schema.ts";

const account = entry({
  id: slug,
  title: text,
  /** Gifts in these currencies can be sent there. */
  currencies: z.array(z.enum(["USD", "TZS"])).min(1),
  numbers: z.array(entry({ label: text, value: text })).min(1),
  /** The field of a transfer that takes the reference of the gift. */
  referenceAs: text,
});

export const givingSchema = z
  .strictObject({
    meta,
    hero,
    headings: entry({ gift: text, personal: text }),
    fields: entry({ amount: formField, purpose: formField, mayWrite: formField }),
    submitText: text,
    promise: text,
    /** `most-needed`, and slugs of projects. */
    purposes: z.array(option).min(1),
    /** Above the accounts, while they are examples. */
    warning: text.nullable(),
    accounts: z.array(account).min(1),
  })
  .refine(
    ({ accounts, warning }) =>
      warning !== null || accounts.every(({ placeholder }) => !placeholder),
    { path: ["warning"], message: "must warn visitors while an account is a placeholder" },
  );
