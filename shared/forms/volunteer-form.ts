import { type FieldSet, MAX } from "./field.ts";
import { INTERESTS } from "./interests.ts";

/** Spec section 5, "Volunteer required". Areas of interest are optional. */
export const volunteerFields = {
  firstName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "your first name",
    autoComplete: "given-name",
  },
  lastName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "your last name",
    autoComplete: "family-name",
  },
  email: {
    kind: "email",
    isRequired: true,
    maxLength: MAX.email,
    noun: "your email address",
    autoComplete: "email",
  },
  phone: {
    kind: "tel",
    isRequired: false,
    maxLength: MAX.phone,
    noun: "your phone number",
    autoComplete: "tel",
  },
  location: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.other,
    noun: "your city and country",
    autoComplete: "off",
  },
  interests: {
    kind: "choices",
    isRequired: false,
    maxLength: INTERESTS.length,
    noun: "areas of interest",
    autoComplete: "off",
    values: INTERESTS,
  },
  skills: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "your skills",
    autoComplete: "off",
  },
  availability: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "your availability",
    autoComplete: "off",
    values: ["part-time", "half-time", "full-time", "one-time", "flexible"],
  },
  motivation: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "your motivation",
    autoComplete: "off",
  },
} as const satisfies FieldSet;
