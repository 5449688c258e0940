import { type FieldSet, MAX } from "./field.ts";

/** Spec section 5, "Contact". */
export const contactFields = {
  name: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "fullName",
    autoComplete: "name",
  },
  email: {
    kind: "email",
    isRequired: true,
    maxLength: MAX.email,
    noun: "email",
    autoComplete: "email",
  },
  phoneNumber: {
    kind: "tel",
    isRequired: false,
    maxLength: MAX.phone,
    noun: "phone",
    autoComplete: "tel",
  },
  subject: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.subject,
    noun: "subject",
  },
  message: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "message",
  },
} as const satisfies FieldSet;
