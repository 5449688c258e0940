import { choice, type FieldSet, line, long, nameLine, personFields } from "./field.ts";

/** Spec section 5, "Interest values", for volunteers and partners. */
export const INTERESTS = [
  "economic-empowerment",
  "gender-equality",
  "youth-development",
  "wash-health",
  "climate-resilience",
  "emergency-response",
] as const;

const interests = {
  kind: "choices",
  isRequired: false,
  maxLength: INTERESTS.length,
  noun: "interests",
  values: INTERESTS,
} as const;

/** Spec section 5, "Volunteer required". Areas of interest are optional. */
export const volunteerFields = {
  ...personFields,
  location: { ...line, noun: "cityAndCountry" },
  interests,
  skills: { ...long, noun: "skills" },
  availability: {
    ...choice,
    noun: "availability",
    values: ["part-time", "half-time", "full-time", "one-time", "flexible"],
  },
  motivation: { ...long, noun: "motivation" },
} as const satisfies FieldSet;

/** Spec section 5, "Partner required". */
export const partnerFields = {
  orgName: { ...line, noun: "orgName", autoComplete: "organization" },
  orgType: {
    ...choice,
    noun: "orgType",
    values: ["nonprofit", "corporate", "government", "foundation", "academic", "other"],
  },
  contactName: { ...nameLine, noun: "contactName", autoComplete: "name" },
  contactTitle: { ...line, noun: "contactTitle", autoComplete: "organization-title" },
  contactEmail: { ...personFields.email, noun: "contactEmail" },
  contactPhone: { ...personFields.phone, isRequired: true, noun: "contactPhone" },
  website: { ...line, kind: "url", isRequired: false, noun: "website" },
  partnershipType: {
    ...choice,
    noun: "partnershipType",
    values: ["funding", "technical", "implementation", "research", "advocacy", "other"],
  },
  partnerInterests: interests,
  partnershipProposal: { ...long, noun: "proposal" },
} as const satisfies FieldSet;
