import { type FieldSet, line, long, nameLine, personFields } from "./field.ts";

/** Spec section 5, "Contact". */
export const contactFields = {
  name: { ...nameLine, noun: "fullName", autoComplete: "name" },
  email: personFields.email,
  phoneNumber: personFields.phone,
  subject: { ...line, noun: "subject" },
  message: { ...long, noun: "message" },
} as const satisfies FieldSet;
