import { type FieldSet, MAX, personFields } from "./field.ts";

/** Spec section 5, "Contact". */
export const contactFields = {
  name: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "fullName",
    autoComplete: "name",
  },
  email: personFields.email,
  phoneNumber: personFields.phone,
  subject: { kind: "line", isRequired: true, maxLength: MAX.other, noun: "subject" },
  message: { kind: "long", isRequired: true, maxLength: MAX.long, noun: "message" },
} as const satisfies FieldSet;
