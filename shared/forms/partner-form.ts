import { type FieldSet, MAX } from "./field.ts";
import { INTERESTS } from "./interests.ts";

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
  contactEmail: {
    kind: "email",
    isRequired: true,
    maxLength: MAX.email,
    noun: "contactEmail",
    autoComplete: "email",
  },
  contactPhone: {
    kind: "tel",
    isRequired: true,
    maxLength: MAX.phone,
    noun: "contactPhone",
    autoComplete: "tel",
  },
  website: {
    kind: "url",
    isRequired: false,
    maxLength: MAX.other,
    noun: "website",
    autoComplete: "url",
  },
  partnershipType: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "partnershipType",
    values: ["funding", "technical", "implementation", "research", "advocacy", "other"],
  },
  partnerInterests: {
    kind: "choices",
    isRequired: false,
    maxLength: INTERESTS.length,
    noun: "interests",
    values: INTERESTS,
  },
  partnershipProposal: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "proposal",
  },
} as const satisfies FieldSet;
