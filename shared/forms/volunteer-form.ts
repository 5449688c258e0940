import { type FieldSet, MAX } from "./field.ts";
import { INTERESTS } from "./interests.ts";

/** Spec section 5, "Volunteer required". Areas of interest are optional. */
export const volunteerFields = {
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
  location: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.other,
    noun: "cityAndCountry",
  },
  interests: {
    kind: "choices",
    isRequired: false,
    maxLength: INTERESTS.length,
    noun: "interests",
    values: INTERESTS,
  },
  skills: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "skills",
  },
  availability: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "availability",
    values: ["part-time", "half-time", "full-time", "one-time", "flexible"],
  },
  motivation: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "motivation",
  },
} as const satisfies FieldSet;
