import { CURRENCIES, FREQUENCIES } from "./donation.ts";
import { choice, type FieldSet, line, MAX, personFields } from "./field.ts";

/** A gift by bank transfer or mobile money. The values of `purpose` are in `content/giving.json`. */
export const pledgeFields = {
  amount: { ...line, maxLength: MAX.phone, noun: "amount", autoComplete: "transaction-amount" },
  currency: { ...choice, noun: "currency", values: CURRENCIES },
  frequency: { ...choice, noun: "frequency", values: FREQUENCIES },
  purpose: { ...choice, noun: "purpose" },
  ...personFields,
  mayWrite: { kind: "choices", isRequired: false, maxLength: 1, noun: "mayWrite", values: ["yes"] },
} as const satisfies FieldSet;

/** A random key in a donation form that leads to a payment: the same post again is the same gift. */
export const PAYMENT_KEY = "paymentKey";
export const PLEDGE_KEY = "pledgeKey";
