import { type FieldSet, MAX } from "./field.ts";

/** A random key in the form where it leads to a payment: the same post again is the same gift. */
export const PAYMENT_KEY = "paymentKey";

/** The personal fields of the donation form, spec section 5; stored with a gift alone. */
export const donorFields = {
  firstName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "firstName",
    autoComplete: "given-name",
  },
  lastName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "lastName",
    autoComplete: "family-name",
  },
  email: {
    kind: "email",
    isRequired: true,
    maxLength: MAX.email,
    noun: "email",
    autoComplete: "email",
  },
  phone: {
    kind: "tel",
    isRequired: false,
    maxLength: MAX.phone,
    noun: "phone",
    autoComplete: "tel",
  },
} as const satisfies FieldSet;
