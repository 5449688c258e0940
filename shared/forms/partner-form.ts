import { type FieldSet, MAX } from "./field.ts";
import { INTERESTS } from "./interests.ts";

/** Spec section 5, "Partner required". */
export const partnerFields = {
  orgName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.other,
    noun: "your organization's name",
    autoComplete: "organization",
  },
  orgType: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "your organization's type",
    autoComplete: "off",
    values: ["nonprofit", "corporate", "government", "foundation", "academic", "other"],
  },
  contactName: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.name,
    noun: "the contact's name",
    autoComplete: "name",
  },
  contactTitle: {
    kind: "line",
    isRequired: true,
    maxLength: MAX.other,
    noun: "the contact's job title",
    autoComplete: "organization-title",
  },
  contactEmail: {
    kind: "email",
    isRequired: true,
    maxLength: MAX.email,
    noun: "the contact's email address",
    autoComplete: "email",
  },
  contactPhone: {
    kind: "tel",
    isRequired: true,
    maxLength: MAX.phone,
    noun: "the contact's phone number",
    autoComplete: "tel",
  },
  website: {
    kind: "url",
    isRequired: false,
    maxLength: MAX.other,
    noun: "your website's address",
    autoComplete: "url",
  },
  partnershipType: {
    kind: "choice",
    isRequired: true,
    maxLength: MAX.other,
    noun: "a partnership type",
    autoComplete: "off",
    values: ["funding", "technical", "implementation", "research", "advocacy", "other"],
  },
  partnerInterests: {
    kind: "choices",
    isRequired: false,
    maxLength: INTERESTS.length,
    noun: "areas of interest",
    autoComplete: "off",
    values: INTERESTS,
  },
  partnershipProposal: {
    kind: "long",
    isRequired: true,
    maxLength: MAX.long,
    noun: "your proposal",
    autoComplete: "off",
  },
} as const satisfies FieldSet;
