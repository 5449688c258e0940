import { type FieldSet, MAX, personFields } from "./field.ts";

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
  location: { kind: "line", isRequired: true, maxLength: MAX.other, noun: "cityAndCountry" },
  interests,
  skills: { kind: "long", isRequired: true, maxLength: MAX.long, noun: "skills" },
  availability: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "availability",
    values: ["part-time", "half-time", "full-time", "one-time", "flexible"],
  },
  motivation: { kind: "long", isRequired: true, maxLength: MAX.long, noun: "motivation" },
} as const satisfies FieldSet;

/** Spec section 5, "Partner required". */
export const partnerFields = {
  orgName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.other,
    noun: "orgName",
    autoComplete: "organization",
  },
  orgType: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "orgType",
    values: ["nonprofit", "corporate", "government", "foundation", "academic", "other"],
  },
  contactName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "contactName",
    autoComplete: "name",
  },
  contactTitle: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.other,
    noun: "contactTitle",
    autoComplete: "organization-title",
  },
  contactEmail: { ...personFields.email, noun: "contactEmail" },
  contactPhone: { ...personFields.phone, isRequired: true, noun: "contactPhone" },
  website: { kind: "url", isRequired: false, maxLength: MAX.other, noun: "website" },
  partnershipType: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "partnershipType",
    values: ["funding", "technical", "implementation", "research", "advocacy", "other"],
  },
  partnerInterests: interests,
  partnershipProposal: { kind: "long", isRequired: true, maxLength: MAX.long, noun: "proposal" },
} as const satisfies FieldSet;
