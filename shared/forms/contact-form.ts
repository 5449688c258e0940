import { type FieldSet, MAX } from "./field.ts";

/** Spec section 5, "Contact". */
export const contactFields = {
  name: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "your full name",
    autoComplete: "name",
  },
  email: {
    kind: "email",
    isRequired: true,
    maxLength: MAX.email,
    noun: "your email address",
    autoComplete: "email",
  },
  phoneNumber: {
    kind: "tel",
    isRequired: false,
    maxLength: MAX.phone,
    noun: "your phone number",
    autoComplete: "tel",
  },
  subject: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.subject,
    noun: "the subject",
    autoComplete: "off",
  },
  message: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "your message",
    autoComplete: "off",
  },
} as const satisfies FieldSet;
